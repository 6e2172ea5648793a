/** Where the comma between two children is, with comments around it; null if there is none. */
export function findComma(text: string, from: number, to: number): number | null {
  let at = from;
  while (at < to) {
    if (text[at] === ',') return at;
    at = text[at] === '/' ? endOfComment(text, at) : at + 1;
  }
  return null;
}

/** Whether nothing may be put behind it on the same line. */
export function endsInLineComment(text: string, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    const next = text[at] === '/' ? endOfComment(text, at) : at + 1;
    if (next > at + 1 && text[at + 1] === '/' && isBlank(text.slice(next, to))) return true;
    at = next;
  }
  return false;
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
