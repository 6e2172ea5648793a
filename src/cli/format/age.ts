/** Short ages read `45s`, `18m`, `2h3m`, `5d`. */
export function formatAge(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m`;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  if (hours < 48) return minutes === 0 ? `${hours}h` : `${hours}h${minutes}m`;
  return `${Math.floor(hours / 24)}d`;
}
