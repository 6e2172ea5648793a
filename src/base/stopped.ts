import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says that somebody wants no daemon for now; the next one, whoever starts it, takes it away. */
function markOf(home: string): string {
  return join(home, 'stopped');
}

export function markStopped(home: string): void {
  writeFileSync(markOf(home), '', { mode: 0o600 });
}

export function unmarkStopped(home: string): void {
  rmSync(markOf(home), { force: true });
}

export function isMarkedStopped(home: string): boolean {
  return existsSync(markOf(home));
}
