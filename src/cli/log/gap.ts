/** Bytes that were removed from the log because it grew too large. */
export function describeGap({ from, to }: { readonly from: number; readonly to: number }): string {
  return `ringback: ${to - from} bytes of output are missing here (${from} to ${to})`;
}
