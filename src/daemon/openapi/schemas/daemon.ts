import * as z from 'zod/mini';
import type { WireActive, WireAwake, WireDone, WireError, WireHealth } from '../../../wire/types.ts';
import { httpStatus } from '../../error-answer.ts';
import type { Shape } from '../shape.ts';
import { count, maybe, number, text } from './kinds.ts';

export const done = z.strictObject({ status: z.literal('ok'), message: text } satisfies Shape<WireDone>);

export const health = z.strictObject({
  status: z.literal('ok'),
  version: text,
  pid: count,
  home: text,
  address: maybe(text),
  uptime_seconds: number,
  running: count,
  processes: count,
  connections: count,
  rss_bytes: count,
} satisfies Shape<WireHealth>);

export const awake = z.strictObject({
  reason: z.enum(['running', 'undelivered', 'silence', 'place']),
  session_id: z.nullable(text),
  session_key: text,
  since: z.nullable(text),
} satisfies Shape<WireAwake>);

export const active = z.strictObject({
  active: z.boolean(),
  kept_awake_by: z.array(awake),
  next_at: z.nullable(text),
} satisfies Shape<WireActive>);

export const error = z.strictObject({
  error: text,
  code: z.enum(Object.keys(httpStatus)),
  hint: text,
  status: maybe(z.enum(['not_found', 'already_exited'])),
} satisfies Shape<WireError>);
