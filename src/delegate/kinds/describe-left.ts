/** What an agent had left running, and was ended with it. */
export function describeLeft(left: readonly string[]): string | undefined {
  if (left.length === 0) return undefined;
  return `What it left running in the background was ended: ${left.join(', ')}`;
}
