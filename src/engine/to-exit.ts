import { constants } from 'node:os';
import type { ExitRecord } from '../keeper/exit.ts';
import type { Exit, TerminationSource } from './types.ts';

const signalNames = new Map<number, string>(
  // Of two names for one number the first is the usual one (SIGABRT before SIGIOT).
  Object.entries(constants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
);

const terminationSources: readonly string[] = [
  'process.kill',
  'kill_all',
  'max_runtime',
  'backend_lost',
] satisfies TerminationSource[];

/** What a shell would show of a raw wait status, and the signal's name where one ended it (promise 3). */
export function explainStatus(rawStatus: number): { exitCode: number; signal: string | null } {
  const signal = rawStatus & 0x7f;
  if (signal === 0) return { exitCode: (rawStatus >> 8) & 0xff, signal: null };
  return { exitCode: 128 + signal, signal: signalNames.get(signal) ?? `SIG${signal}` };
}

/** Undefined: it never began. */
export function toExit({ rawStatus, refusal: _, ...record }: ExitRecord): Exit | undefined {
  if (rawStatus === undefined) return undefined;
  return {
    ...record,
    rawStatus,
    ...explainStatus(rawStatus),
    lastOutputAt: record.lastOutputAt || null,
    terminationSource: toSource(record.terminationSource),
  };
}

/** Of an end by a kill, who; undefined: nobody. */
export function killerOf({ terminationSource }: ExitRecord): TerminationSource | undefined {
  return toSource(terminationSource) || undefined;
}

/** Somebody ended it by hand through the keeper program, under a name of his own: a kill all the same. */
function toSource(source: string): TerminationSource {
  if (source === '') return '';
  return terminationSources.includes(source) ? (source as TerminationSource) : 'process.kill';
}
