/**
 * `2026-01-02 03:04:05 UTC`. Never an age: a delivery that is repeated must be the same to the letter, and one that
 * waited for a week would be wrong.
 */
export function formatMoment(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'at an unknown time';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
