import * as z from 'zod/mini';
import type { Notifier } from '../notify/notifier.ts';
import type { WireRing, WireRinger, WireRingerKind } from '../wire/ringer-types.ts';
import type { Binding } from './bindings.ts';
import { kinds, loadRinger } from './kinds.ts';
import type { RingRow } from './ring-rows.ts';

/** A session's ringer as a person sees it. */
export async function describeBinding(
  { session, kind, settings, origin }: Binding,
  notifier: Notifier,
  rings: readonly RingRow[],
): Promise<WireRinger> {
  const { idempotent, secrets = [] } = await loadRinger(kind);
  const shown = Object.entries(settings).map(([key, value]) => [key, secrets.includes(key) ? '…' : value]);
  return {
    session_key: session,
    kind,
    idempotent,
    settings: Object.fromEntries(shown),
    origin,
    pending: notifier.history({ session, isOpen: true, limit: 10_000 }).length,
    rings: rings.filter((ring) => ring.session === session).map(toWireRing),
  };
}

export function describeKinds(): Promise<WireRingerKind[]> {
  return Promise.all(
    kinds.map(async (kind) => {
      const { summary, idempotent, schema } = await loadRinger(kind);
      const { $schema: _, ...settings } = z.toJSONSchema(schema, { io: 'input' });
      return { kind, summary, idempotent, settings };
    }),
  );
}

function toWireRing({ id, state, attempts, nextAt, reason, createdAt, notifications }: RingRow): WireRing {
  return {
    id,
    state,
    attempts,
    next_at: new Date(nextAt).toISOString(),
    reason,
    created_at: new Date(createdAt).toISOString(),
    notifications: notifications.map((one) => one.id),
  };
}
