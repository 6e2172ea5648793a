/** The daemon about itself. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import { anyText, count, flag, list, number, numberText, ok } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

export const wireDone = message('Done', () => ({
  status: field(ok, 'How it stands.'),
  message: field(anyText, 'A sentence for people.'),
}));
export type WireDone = z.output<typeof wireDone>;

/** One of our own programs that the daemon keeps. */
export const wireProgram = message('Program', () => ({
  name: field(anyText, 'Which one.'),
  state: field(
    z.enum(['down', 'starting', 'up', 'resting']),
    'Nobody needs it; it is being started; it answers; it failed, and is started again after a pause.',
  ),
  session_id: maybe(anyText, 'The id of its process, where it runs.'),
  failures: field(count, 'How often it has failed in a row.'),
  trouble: maybe(anyText, 'Why it was last started again; absent where it was not.'),
}));
export type WireProgram = z.output<typeof wireProgram>;

export const wireHealth = message('Health', () => ({
  status: field(ok, 'How it stands.'),
  version: field(anyText, 'The version of Ringback.'),
  pid: field(count, 'Its process id.'),
  home: field(anyText, 'The folder of this daemon.'),
  address: maybe(anyText, 'Where it is served over TCP, when it is.'),
  uptime_seconds: field(number, 'For how long it runs.'),
  running: field(count, 'How many processes run.'),
  processes: field(count, 'How many processes are known.'),
  connections: field(count, 'Connections that are open now, yours among them.'),
  rss_bytes: field(count, 'Memory that the daemon uses.'),
  programs: field(list(wireProgram), 'Programs of Ringback itself that it keeps.'),
}));
export type WireHealth = z.output<typeof wireHealth>;

export const activeQuery = object(() => ({
  session_key: fields.maybeSessionKey,
  task: fields.maybeTask,
  max_age: maybe(
    numberText,
    'Seconds: what is older does not count for its session. Default: 24 hours (or as configured); 0: no limit.',
  ),
}));
export type ActiveQuestion = z.output<typeof activeQuery>;

/** Why a host cannot sleep. */
export const wireAwake = message('Awake', () => ({
  reason: field(
    z.enum(['running', 'delegate', 'undelivered', 'turn', 'silence', 'place', 'wake_up']),
    'It runs or is queued; it is a delegate; a notification is not delivered; a session or conversation has a turn under way; a silence ends by itself; a place is to be let go; of a session, a wake-up is to come.',
  ),
  session_id: nullable(anyText, 'The process or wake-up it is about; null where it is about none.'),
  session_key: fields.sessionKey,
  since: nullable(anyText, 'Since when; null where that is not known.'),
}));
export type WireAwake = z.output<typeof wireAwake>;

export const wireActive = message('Active', () => ({
  active: field(flag, 'Whether something is active.'),
  kept_awake_by: field(list(wireAwake), 'What is active.'),
  next_at: nullable(
    anyText,
    'When something is due by itself: until then a host that is not active may sleep. Null: nothing is.',
  ),
}));
export type WireActive = z.output<typeof wireActive>;

export const wireOpenApi = z.looseObject({ openapi: field(anyText, 'The version of OpenAPI.') });
