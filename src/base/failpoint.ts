/** `RINGBACK_ENGINE_FAILPOINT=name[:n]`: die by SIGKILL when passing that point for the n-th time (fault tests). */
const [armedName, armedCount] = (process.env.RINGBACK_ENGINE_FAILPOINT ?? '').split(':');
let passesLeft = Number(armedCount ?? 1);

export function failpoint(name: string): void {
  if (name !== armedName) return;
  passesLeft -= 1;
  if (passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
