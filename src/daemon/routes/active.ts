import * as z from 'zod/mini';
import { RingbackError } from '../../base/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { Notifier } from '../../notify/notifier.ts';
import type { WireAwake } from '../../wire/types.ts';
import { numberText, text } from '../parameters.ts';
import { ok, route } from '../route.ts';

/** As many as anybody reads. */
const MOST_UNDELIVERED = 1_000;

/** Whether a host may be suspended; or whether something of a task or session still runs. */
export const active = route({
  method: 'GET',
  path: '/v1/active',
  query: z.strictObject({
    session_key: z.exactOptional(text),
    task: z.exactOptional(text),
    max_age: z.exactOptional(numberText),
  }),
  answer({ engine, notifier, query: { session_key: session, task, max_age } }) {
    if (max_age !== undefined && session === undefined)
      throw new RingbackError('bad_request', '"max_age" goes with "session_key".');
    const running = engine.listActive({
      ...(session !== undefined && { session }),
      ...(task !== undefined && { task }),
      ...(max_age !== undefined && { ignoreOlderThanMs: max_age * 1000 }),
    });
    const isAll = session === undefined && task === undefined;
    const kept_awake_by = [...running.map(toAwake), ...(isAll ? othersAwake(engine, notifier) : [])];
    return ok({ active: kept_awake_by.length > 0, kept_awake_by, next_at: null });
  },
});

function toAwake({ id, session, startedAt }: ProcessSnapshot): WireAwake {
  return { reason: 'running', session_id: id, session_key: session, since: iso(startedAt) };
}

function othersAwake(engine: Engine, notifier: Notifier): WireAwake[] {
  const untold = notifier.history({ isOpen: true, limit: MOST_UNDELIVERED }).map(
    ({ processId, session, createdAt }): WireAwake => ({
      reason: 'undelivered',
      session_id: processId,
      session_key: session,
      since: iso(createdAt),
    }),
  );
  const nobody = { session_id: null, session_key: '', since: null };
  return [
    ...untold,
    ...(notifier.hasOpenTimer ? [{ reason: 'silence' as const, ...nobody }] : []),
    ...(engine.hasIdlePlaces ? [{ reason: 'place' as const, ...nobody }] : []),
  ];
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
