import { RingbackError } from '../base/errors.ts';
import { terminationSource } from '../engine/life.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import { exitStatus } from '../engine/wire-process.ts';
import { TOO_LATE } from './life.ts';

/** How one of our own programs ended, as part of a sentence. */
export function describeEnd({ life }: Pick<ProcessSnapshot, 'life'>): string {
  if (terminationSource(life) === TOO_LATE) return 'it ran, but did not answer';
  const { exit_code: code, signal } = exitStatus(life);
  if (signal !== null) return `it was ended by ${signal}`;
  return code === null ? 'it was killed together with its keeper' : `it ended with exit code ${code}`;
}

/** To whoever needs it and cannot have it. */
export function notUp(name: string, trouble: string, restsUntil: number): RingbackError {
  const why = trouble === '' ? 'it does not answer' : trouble;
  const waits = Math.ceil((restsUntil - Date.now()) / 1000);
  const next = waits > 0 ? ` It is started again in ${waits} s.` : '';
  return new RingbackError('unreachable', `The ${name} is not up: ${why}.${next}`, 'Run: ringback doctor');
}

/** To daemon.log, once. */
export function crashLoop(name: string, trouble: string, failures: number): RingbackError {
  return new RingbackError(
    'failed',
    `The ${name} has failed ${failures} times in a row and is started again with growing pauses: ${trouble}`,
  );
}
