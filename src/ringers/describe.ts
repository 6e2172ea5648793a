import * as z from 'zod/mini';
import type { Delivery } from '../notify/deliveries.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { WireRing, WireRinger, WireRingerKind } from '../wire/ringer.ts';
import type { Binding } from './bindings.ts';
import { loadRinger, ringerKinds } from './kinds.ts';
import { hideSettings } from './secrets.ts';
import type { Switchboard } from './switchboard.ts';

const MOST_PENDING = 10_000;

/** A session's ringer as a person sees it. */
export async function describeBinding(
  { session, kind, settings, origin }: Binding,
  switchboard: Switchboard,
  notifier: Notifier,
): Promise<WireRinger> {
  // One that the configuration has made up must not hide all the others.
  const ringer = await loadRinger(kind).catch(() => undefined);
  const problem = switchboard.problem(session);
  const busyUntil = notifier.dispatcher.busy.until(session);
  return {
    session_key: session,
    kind,
    idempotent: ringer?.idempotent ?? null,
    // What is secret in it only its kind knows.
    settings: ringer ? hideSettings(ringer, settings) : {},
    origin,
    ...(problem !== '' && { problem }),
    ...(busyUntil > 0 && { busy_until: toTime(busyUntil) }),
    pending: notifier.ledger.history({ session, isOpen: true, limit: MOST_PENDING }).length,
    rings: switchboard
      .rings()
      .filter((ring) => ring.session === session)
      .map(toWireRing),
  };
}

export function describeKinds(): Promise<WireRingerKind[]> {
  return Promise.all(
    ringerKinds().map(async (kind) => {
      const { summary, idempotent, schema, secrets = [] } = await loadRinger(kind);
      const { $schema: _, ...settings } = z.toJSONSchema(schema, { io: 'input' });
      return { kind, summary, idempotent, settings, secrets };
    }),
  );
}

/** Those that are over have no row. */
const wireStates = {
  waiting: 'waiting',
  offered: 'ringing',
  uncertain: 'uncertain',
  dead: 'dead',
  delivered: 'dead',
  closed: 'dead',
} as const;

function toWireRing(ring: Delivery): WireRing {
  const { id, state, attempts, nextAt, reason, createdAt, notifications } = ring;
  return {
    id,
    state: wireStates[state],
    attempts,
    next_at: toTime(nextAt),
    reason,
    created_at: toTime(createdAt),
    notifications: notifications.map((one) => one.id),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
