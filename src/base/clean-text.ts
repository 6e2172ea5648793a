/** Text that can reach a program: no NUL, no half characters. */
export function isCleanText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

export const NOT_CLEAN = 'must be text without NUL characters or lone surrogates';
