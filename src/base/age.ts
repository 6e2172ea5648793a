/** Short ages read `45s`, `1m5s`, `18m`, `2h3m`, `5d`. */
export function formatAge(milliseconds: number): string {
  // A clock that was set back gives an age of zero, not a negative one.
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) {
    const rest = seconds < 600 ? seconds % 60 : 0;
    return `${Math.floor(seconds / 60)}m${rest === 0 ? '' : `${rest}s`}`;
  }
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours < 48) return minutes === 0 ? `${hours}h` : `${hours}h${minutes}m`;
  return `${Math.floor(hours / 24)}d`;
}
