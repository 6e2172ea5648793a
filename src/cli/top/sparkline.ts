const blocks = '▁▂▃▄▅▆▇█';

/** A curve in `width` characters, the newest value on the right. Full height is 100, or the highest value. */
export function sparkline(values: readonly number[], width: number): string {
  const shown = values.slice(-width);
  const highest = Math.max(100, ...shown);
  const line = shown.map((value) => blocks[Math.min(7, Math.floor((value / highest) * 8))]).join('');
  return line.padStart(width);
}
