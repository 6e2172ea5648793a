/** Text that can be passed to a program: no NUL, no lone surrogates. */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

export const NOT_CLEAN = 'must be text without NUL characters or lone surrogates';
