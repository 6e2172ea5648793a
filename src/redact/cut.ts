/**
 * The last `most` characters of a text that is already redacted, from the start of a line on; only a last line that is
 * longer is cut elsewhere, and then neither inside a mark nor inside a character.
 */
export function cutToLast(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.length - most;
  const lineStart = text.indexOf('\n', start - 1) + 1;
  if (lineStart > 0 && lineStart < text.length) return text.slice(lineStart);
  return text.slice(afterMark(text, start)).replace(/^[\udc00-\udfff]/, '');
}

function afterMark(text: string, start: number): number {
  const open = text.lastIndexOf('[REDACTED:', start);
  const close = open === -1 ? -1 : text.indexOf(']', open) + 1;
  return Math.max(start, close);
}
