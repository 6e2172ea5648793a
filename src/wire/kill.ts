/** Ending processes with all their descendants. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { count, duration, list, ok } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';
import { endFields, exitFields } from './process.ts';

const killFields = () => ({
  grace: maybe(duration, 'Seconds between SIGTERM and SIGKILL; 0: no SIGKILL.'),
  session_key: fields.maybeSessionKey,
  raw: fields.raw,
});

export const killRequest = object(killFields);
export type KillRequest = z.output<typeof killRequest>;

export const killAllRequest = object(() => ({ ...killFields(), task: fields.maybeTask }));
export type KillAllRequest = z.output<typeof killAllRequest>;

const killed = field(count, 'How many processes were seen ended.');

export const wireKill = message('Kill', () => ({
  status: field(z.enum(['killed', 'already_exited']), 'What became of it.'),
  session_id: fields.id,
  command: fields.command,
  ...exitFields(),
  ...endFields(),
  output: fields.output,
  killed,
  survivors: field(list(count), 'Process ids that could not be ended.'),
}));
export type WireKill = z.output<typeof wireKill>;

export const wireKillAll = message('KillAll', () => ({
  status: field(ok, 'How it stands.'),
  killed,
  processes: field(list(wireKill), 'Those that are meant.'),
}));
export type WireKillAll = z.output<typeof wireKillAll>;
