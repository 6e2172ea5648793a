/** Where the comma between two children is, with comments around it; null if there is none. */
export function findComma(text: string, from: number, to: number): number | null {
  let at = from;
  while (at < to) {
    if (text[at] === ',') return at;
    at = text[at] === '/' ? endOfComment(text, at) : at + 1;
  }
  return null;
}

function endOfComment(text: string, at: number): number {
  const isBlock = text[at + 1] === '*';
  const end = text.indexOf(isBlock ? '*/' : '\n', at + 2);
  if (end === -1) return text.length;
  return isBlock ? end + 2 : end;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
