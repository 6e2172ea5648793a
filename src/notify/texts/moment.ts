/**
 * `2026-01-02 04:04:05 +01:00`, as the clock on the wall shows it where the daemon runs. Never an age: a delivery that is
 * repeated must be the same to the letter, and one that waited for a week would be wrong.
 */
export function formatMoment(at: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return 'at an unknown time';
  const minutes = -date.getTimezoneOffset();
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
  return `${local} ${formatOffset(minutes)}`;
}

function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
