/** As long as it is little, the cents after the first matter. */
export function formatDollars(amount: number): string {
  return amount < 0.01 ? '<$0.01' : `$${amount.toFixed(2)}`;
}
