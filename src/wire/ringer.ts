/** How sessions are rung. */
import * as z from 'zod/mini';
import { anyText, anything, count, duration, filledText, flag, list, ok, time } from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';

const IDEMPOTENT =
  'What the agent does with a ring that comes twice: it drops the second, it can be asked whether the first has arrived, or neither.';
const idempotent = z.enum(['native', 'reconcile', 'none']);
const KIND = 'The kind of ringer.';
const SETTINGS = 'What its kind needs to know; see `GET /v1/ringers/kinds`.';
const SESSION_KEY = 'The conversation that is rung.';

export const wireRing = message('Ring', () => ({
  id: field(anyText.check(z.regex(/^ring_[0-9a-f]{12}$/)), 'The same for every try.'),
  state: field(
    z.enum(['waiting', 'ringing', 'uncertain', 'dead']),
    'It waits to be tried; it is being tried; it may have arrived, and is looked for or tried again; it was given up.',
  ),
  attempts: field(count, 'How often it was tried.'),
  next_at: field(time, 'When it is tried next, where it is.'),
  reason: field(anyText, 'Why the last try failed; empty before.'),
  created_at: field(time, 'When it was written down.'),
  notifications: field(list(anyText), 'Ids of what is told in it.'),
}));
export type WireRing = z.output<typeof wireRing>;

export const wireRinger = message('Ringer', () => ({
  session_key: field(anyText, SESSION_KEY),
  kind: field(anyText, KIND),
  idempotent: nullable(idempotent, `${IDEMPOTENT} Null for a kind that does not exist.`),
  settings: field(anything, `${SETTINGS} Secrets among them are not shown.`),
  origin: field(
    z.enum(['user', 'agent', 'config', 'own']),
    "Who has set it: a person or program, the agent itself with a call, a pattern of config.json, or Ringback: its own agent's conversations.",
  ),
  problem: maybe(anyText, 'Why it cannot be rung as it is set; absent when it can.'),
  busy_until: maybe(time, 'Until when its session said to be busy, and is not rung; absent when it is not.'),
  pending: field(count, 'How many notifications are still to be told, those in rings included.'),
  rings: field(list(wireRing), 'Turns that are on their way, or were given up.'),
}));
export type WireRinger = z.output<typeof wireRinger>;

export const wireRingers = message('RingerList', () => ({
  ringers: field(list(wireRinger), 'Each session that is rung.'),
}));
export type WireRingers = z.output<typeof wireRingers>;

export const ringerSetting = object(() => ({
  session_key: field(filledText, SESSION_KEY),
  kind: field(filledText, KIND),
  settings: field(anything, SETTINGS),
}));
export type WireRingerSetting = z.output<typeof ringerSetting>;

export const TEST_RING_SECONDS = 30;

export const testRingRequest = object(() => ({
  session_key: field(filledText, SESSION_KEY),
  timeout: maybe(duration, `Seconds to wait. Default: ${TEST_RING_SECONDS}.`),
}));
export type TestRingRequest = z.output<typeof testRingRequest>;

const checkStep = object(() => ({
  name: field(anyText, 'What was looked at.'),
  is_fine: field(flag, 'Whether it is in order.'),
  detail: field(anyText, 'What was found.'),
}));

/** What a check, or a test ring, has found. */
export const wireChecked = message('Checked', () => ({
  is_fine: field(flag, 'Whether it is in order.'),
  steps: field(list(checkStep), 'One after the other.'),
}));
export type WireChecked = z.output<typeof wireChecked>;

export const wireRetried = message('Retried', () => ({
  status: field(ok, 'How it stands.'),
  retried: field(count, 'How many rings are tried again.'),
}));
export type WireRetried = z.output<typeof wireRetried>;

export const wireRingerKind = object(() => ({
  kind: field(anyText, KIND),
  summary: field(anyText, 'One sentence.'),
  idempotent: field(idempotent, IDEMPOTENT),
  settings: field(z.looseObject({}), 'JSON Schema of its settings.'),
  secrets: field(list(anyText), 'Which of the settings are secret, and never shown.'),
}));
export type WireRingerKind = z.output<typeof wireRingerKind>;

export const wireRingerKinds = message('RingerKinds', () => ({
  kinds: field(list(wireRingerKind), 'All that there are.'),
}));
export type WireRingerKinds = z.output<typeof wireRingerKinds>;
