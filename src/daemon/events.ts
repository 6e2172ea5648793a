import * as z from 'zod/mini';
import { validate } from '../base/validate.ts';
import { delegationStatuses } from '../wire/events.ts';
import type { WireEvent } from '../wire/notification-types.ts';
import { filledText, text, wholeNumber } from './parameters.ts';

const count = z.exactOptional(wholeNumber(0));
const words = z.exactOptional(text);
const status = z.enum(delegationStatuses);
const time = wholeNumber(0);

export const delegation = z.strictObject({
  type: z.literal('async_delegation'),
  session_key: words,
  delegation_id: filledText,
  goal: text,
  context: words,
  toolsets: z.exactOptional(z.array(text)),
  role: words,
  model: words,
  /** Milliseconds since 1970. */
  dispatched_at: time,
  completed_at: time,
  api_calls: count,
  status,
  result: words,
  error: words,
  tasks: z.exactOptional(
    z.array(
      z.strictObject({
        goal: text,
        status,
        result: words,
        error: words,
        duration_seconds: z.exactOptional(z.number().check(z.gte(0))),
        api_calls: count,
      }),
    ),
  ),
});

export const other = z.strictObject({
  type: filledText.check(z.maxLength(100)),
  session_key: words,
  session_id: words,
  text,
});

const typed = z.looseObject({ type: filledText });

/** An event that a program hands in: a delegation, or a type of its own. */
export function parseEvent(value: unknown): WireEvent {
  const { type } = validate(typed, value, 'the event');
  return type === 'async_delegation'
    ? validate(delegation, value, 'the event')
    : validate(other, value, 'the event');
}
