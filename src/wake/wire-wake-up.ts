import type { WireWakeUp } from '../wire/wake.ts';
import { describeEvery } from './describe.ts';
import { toWirePart } from './ring.ts';
import type { WakeUp, WakeUpRows } from './rows.ts';

export function toWireWakeUp(wakeUp: WakeUp, rows: WakeUpRows): WireWakeUp {
  const { id, session, spec, state, note, dueAt, createdAt, rungAt, rings } = wakeUp;
  const every = describeEvery(spec);
  return {
    wake_id: id,
    session_key: session,
    kind: spec.kind,
    state,
    note,
    due_at: dueAt === null ? null : iso(dueAt),
    ...(every !== undefined && { every }),
    ...('zone' in spec && { tz: spec.zone }),
    ...(spec.kind === 'when' && { mode: spec.mode, parts: rows.parts(id).map(toWirePart) }),
    created_at: iso(createdAt),
    rung_at: rungAt === null ? null : iso(rungAt),
    rings,
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
