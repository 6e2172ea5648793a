import { RingbackError } from '../../base/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { Notifier } from '../../notify/notifier.ts';
import type { WakeUps } from '../../wake/wake-ups.ts';
import { activeQuery, type WireAwake, wireActive } from '../../wire/daemon.ts';
import { route } from '../route.ts';

/** As many as anybody reads. */
const MOST_UNDELIVERED = 1_000;

export const active = route({
  method: 'GET',
  path: '/v1/active',
  name: 'isActive',
  summary:
    'Tells whether something is active: at all, so that the host must not sleep, or of a task or session.',
  details:
    'At all: something runs or is queued, or a notification is undelivered. Of a task or a session: something of it runs, or a wake-up of the session that does not repeat is to come. A process that is older than `max_age` no longer counts for its session.',
  query: activeQuery,
  answer: wireActive,
  handle({ engine, notifier, wakeUps, query: { session_key: session, task, max_age } }) {
    if (max_age !== undefined && session === undefined)
      throw new RingbackError('bad_request', '"max_age" goes with "session_key".');
    const running = engine.listActive({
      ...(session !== undefined && { session }),
      ...(task !== undefined && { task }),
      ...(max_age !== undefined && { ignoreOlderThanMs: max_age * 1000 }),
    });
    const isAll = session === undefined && task === undefined;
    const kept_awake_by = [
      ...running.map(toAwake),
      ...(isAll ? othersAwake(engine, notifier) : []),
      ...(session === undefined ? [] : toCome(wakeUps, session)),
    ];
    const { nextAt } = wakeUps;
    const next_at = nextAt === undefined ? null : iso(nextAt);
    return { body: { active: kept_awake_by.length > 0, kept_awake_by, next_at } };
  },
});

function toAwake({ id, session, startedAt }: ProcessSnapshot): WireAwake {
  return { reason: 'running', session_id: id, session_key: session, since: iso(startedAt) };
}

/** A session with something to come must not be reset. For one that repeats there is no end to that. */
function toCome(wakeUps: WakeUps, session: string): WireAwake[] {
  return wakeUps
    .list({ session })
    .filter(({ kind }) => kind !== 'every')
    .map(({ wake_id, created_at }) => ({
      reason: 'wake_up',
      session_id: wake_id,
      session_key: session,
      since: created_at,
    }));
}

function othersAwake(engine: Engine, notifier: Notifier): WireAwake[] {
  const untold = notifier.ledger.history({ isOpen: true, limit: MOST_UNDELIVERED }).map(
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
