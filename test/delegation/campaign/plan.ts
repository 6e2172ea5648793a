/** What the campaign's delegates are asked for: the goal of a task says which one it is, and in which way it goes. */
import { join } from 'node:path';
import { shortHash } from '../../../src/base/short-hash.ts';
import type { DelegationRequest } from '../../../src/wire/delegation.ts';

export const SESSION = 'campaign:parent';

export type Way =
  /** It answers at once. */
  | 'quick'
  /** It runs a command first, a short or a longer one. */
  | 'command'
  | 'slow'
  /** It waits for the ring of one in the background. */
  | 'rings'
  /** It leaves something running. */
  | 'leaves'
  /** It goes on until it is told that it is enough. */
  | 'steered'
  /** It sends a delegate of its own. */
  | 'deeper'
  /** It never comes back: it is interrupted, runs out of its time, or its process is ended. */
  | 'hangs'
  | 'late'
  | 'ended';

/** The units, over and over: the ways of their tasks. */
const units: readonly (readonly Way[])[] = [
  ['quick'],
  ['command', 'rings', 'quick'],
  ['steered'],
  ['hangs'],
  ['leaves', 'command'],
  ['deeper'],
  ['late'],
  ['slow'],
  ['ended', 'quick'],
];

/** Of the unit with this number; or of one in which something goes the way that is favoured. */
export function waysOf(number: number, favoured = ''): readonly Way[] {
  const fit = units.filter((ways) => ways.some((way) => way === favoured));
  const from = fit.length > 0 ? fit : units;
  return from[number % from.length] ?? [];
}

/** In no other home is one with the same id: processes are known by theirs on the whole machine. */
export function unitId(number: number, folder: string): string {
  return `dlg_${shortHash(`${folder} ${number}`, 12)}`;
}

export function goalOf(key: string, way: Way): string {
  return `TASK ${key} ${way}`;
}

export function readGoal(text: string): { readonly key: string; readonly way: Way } | undefined {
  const [, key, way] = /TASK (\S+) (\w+)/.exec(text) ?? [];
  return key && way ? { key, way: way as Way } : undefined;
}

export function requestOf(number: number, ways: readonly Way[], folder: string): DelegationRequest {
  const goals = ways.map((way, index) => goalOf(`${number}.${index}`, way));
  const [goal = ''] = goals;
  return {
    id: unitId(number, folder),
    session_key: SESSION,
    workdir: folder,
    env: { PATH: process.env.PATH ?? '', HOME: '/tmp' },
    ...(ways.length === 1 ? { goal } : { tasks: goals.map((one) => ({ goal: one })) }),
    ...(ways.includes('late') && { max_runtime: 2 }),
  };
}

/** Where commands leave their traces. */
export const effectsIn = (folder: string) => join(folder, 'effects');
export const journalIn = (folder: string) => join(folder, 'parent');
/** It is there when no more is to be sent. */
export const enoughIn = (folder: string) => join(folder, 'enough');
/** Holds the way that is favoured. */
export const favouredIn = (folder: string) => join(folder, 'favoured');
