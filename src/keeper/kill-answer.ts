import { type Fields, numberField } from './frames/record.ts';

/** What a kill ended; `survivors`: the pids of those that it could not end (promise 5). */
export type KillAnswer = { readonly killed: number; readonly survivors: readonly number[] };

export function parseKillAnswer(fields: Fields): KillAnswer {
  const survivors = (fields.get('survivors') ?? '').split(',').filter(Boolean).map(Number);
  return { killed: numberField(fields, 'killed') ?? 0, survivors };
}
