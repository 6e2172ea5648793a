/** How many of the last lines are looked at: progress is often followed by a warning or two. */
const LINES = 10;

const percentage = /(?<![\w.])(\d{1,3}(?:\.\d+)?) ?%/g;
/** `3/10`, `3 of 10`; not in a path, a date or a version. */
const fraction = /(?<![\w/.:-])(\d+)(?: ?\/ ?| of )(\d+)(?![\w/:-]|\.\d| +\d+:\d)/g;

/** What the newest line that says how far a program is says: `45%`, `123/400`, or both. */
export function findProgress(lines: readonly string[]): string | undefined {
  for (const line of lines.slice(-LINES).reverse()) {
    const part = [...line.matchAll(percentage)].filter(([, value]) => Number(value) <= 100).at(-1);
    const step = [...line.matchAll(fraction)].filter(([, done, all]) => Number(done) <= Number(all)).at(-1);
    const found = [part && `${part[1]}%`, step && `${step[1]}/${step[2]}`].filter((one) => one !== undefined);
    if (found.length > 0) return found.join(', ');
  }
  return undefined;
}
