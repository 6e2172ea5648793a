import * as z from 'zod/mini';
import type {
  WireChecked,
  WireCheckStep,
  WireRetried,
  WireRing,
  WireRinger,
  WireRingerKind,
  WireRingerKinds,
  WireRingers,
} from '../../../wire/ringer-types.ts';
import type { Shape } from '../shape.ts';
import { count, flag, list, maybe, text, time } from './kinds.ts';

const idempotent = z.enum(['native', 'reconcile', 'none']);

export const ring = z.strictObject({
  id: text.check(z.regex(/^ring_[0-9a-f]{12}$/)),
  state: z.enum(['waiting', 'ringing', 'uncertain', 'dead']),
  attempts: count,
  next_at: time,
  reason: text,
  created_at: time,
  notifications: list(text),
} satisfies Shape<WireRing>);

export const ringer = z.strictObject({
  session_key: text,
  kind: text,
  idempotent: z.nullable(idempotent),
  settings: z.record(text, z.unknown()),
  origin: z.enum(['user', 'agent', 'config']),
  problem: maybe(text),
  pending: count,
  rings: list(ring),
} satisfies Shape<WireRinger>);

export const ringers = z.strictObject({ ringers: list(ringer) } satisfies Shape<WireRingers>);

const checkStep = z.strictObject({ name: text, is_fine: flag, detail: text } satisfies Shape<WireCheckStep>);

export const checked = z.strictObject({
  is_fine: flag,
  steps: list(checkStep),
} satisfies Shape<WireChecked>);

export const retried = z.strictObject({
  status: z.literal('ok'),
  retried: count,
} satisfies Shape<WireRetried>);

const kind = z.strictObject({
  kind: text,
  summary: text,
  idempotent,
  settings: z.looseObject({}),
  secrets: list(text),
} satisfies Shape<WireRingerKind>);

export const kinds = z.strictObject({ kinds: list(kind) } satisfies Shape<WireRingerKinds>);
