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
