/** `RINGBACK_ENGINE_FAILPOINT=name[:n]`: SIGKILL at the n-th passing of that point (fault tests). */
// Names contain colons (`start:after-row`): only digits at the end are the count.
const [, armedName, armedCount] =
  /^(.+?)(?::(\d+))?$/.exec(process.env.RINGBACK_ENGINE_FAILPOINT ?? '') ?? [];
let passesLeft = Number(armedCount ?? 1);

export function failpoint(name: string): void {
  if (name !== armedName) return;
  passesLeft -= 1;
  if (passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
