/**
 * `RINGBACK_ENGINE_FAILPOINT=name[:n]`: SIGKILL at the n-th passing of that point (fault tests). Delegates are not told it, but
 * `RINGBACK_DELEGATE_FAILPOINT`.
 */
const { RINGBACK_ENGINE_FAILPOINT: ofEngine, RINGBACK_DELEGATE_FAILPOINT: ofDelegate } = process.env;
// Names contain colons (`start:after-row`): only digits at the end are the count.
const [, armedName, armedCount] = /^(.+?)(?::(\d+))?$/.exec(ofEngine ?? ofDelegate ?? '') ?? [];
let passesLeft = Number(armedCount ?? 1);

export function failpoint(name: string): void {
  if (name !== armedName) return;
  passesLeft -= 1;
  if (passesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
