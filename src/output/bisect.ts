/** The first of `count` positions for which `isPast` holds, as it then does for all that follow; `count` if for none. */
export function bisect(count: number, isPast: (position: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
