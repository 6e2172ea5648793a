import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LARGEST_LOG = 1024 * 1024;

export type DaemonLog = (message: string) => void;

/** Appends to `<home>/daemon.log`. What has grown too long by the start becomes `daemon.log.1`. */
export function openDaemonLog(home: string): DaemonLog {
  const path = join(home, 'daemon.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) renameSync(path, `${path}.1`);
  return (message) => {
    const line = `${new Date().toISOString()} [${process.pid}] ${message}\n`;
    try {
      appendFileSync(path, line, { mode: 0o600 });
    } catch {
      // A full disk must not take the daemon down (promise 10).
    }
  };
}

export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
