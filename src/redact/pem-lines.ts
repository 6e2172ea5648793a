/** A longer line counts as several: lines of a key are short, unless all of it is on one. */
const longestLine = 512;

const header = /^[\s>|+]*(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID):/;
const bodyRun = /[A-Za-z0-9+/=]{32}/;
const shortBody = /^[\s>|+"',\\nr]*[A-Za-z0-9+/]{1,76}={0,2}(?:\\[nr]|[\s"',\\])*$/;
const fullBody = /^[\s>|+]*[A-Za-z0-9+/]{40,}={0,2}\s*$/;

/** Whether a line may belong to a key, also after a time or a number. A short one only right after another. */
export function isBody(line: string, mayBeShort: boolean): boolean {
  return bodyRun.test(line) || header.test(line) || (mayBeShort && shortBody.test(line));
}

/** Whether it is exactly one whole line of a key. */
export function isFullBody(line: string): boolean {
  return fullBody.test(line);
}

export function lineEnd(text: string, from: number): number {
  const nearest = text.slice(from, from + longestLine).indexOf('\n');
  return nearest === -1 ? Math.min(text.length, from + longestLine) : from + nearest;
}

/** Where the line after the one that ends at `end` begins. */
export function nextLine(text: string, end: number): number {
  return text[end] === '\n' ? end + 1 : end;
}

export function lineStart(text: string, to: number): number {
  const nearest = Math.max(0, to - longestLine);
  const newline = text.slice(nearest, to).lastIndexOf('\n');
  return newline === -1 ? nearest : nearest + newline + 1;
}
