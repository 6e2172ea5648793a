import { askSocket } from '../base/ask-socket.ts';
import { socketPath } from '../base/home.ts';
import { isConversationId } from '../base/ids.ts';
import type { Delegations } from '../delegation/delegations.ts';
import type { Engine } from '../engine/engine.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { Delivery } from '../notify/deliveries.ts';
import type { Notification } from '../notify/ledger.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { Programs } from '../system/programs.ts';
import type { WakeUps } from '../wake/wake-ups.ts';
import type { WireConversation, WireConversations } from '../wire/conversation.ts';
import type { WireAwake } from '../wire/daemon.ts';

type Parts = {
  readonly engine: Engine;
  readonly notifier: Notifier;
  readonly wakeUps: WakeUps;
  readonly delegations: Delegations;
};
type Talking = Parts & { readonly folder: string; readonly programs: Programs };

export type ActiveOf = {
  readonly session?: string | undefined;
  readonly task?: string | undefined;
  /** For a session: what has run longer than this runs on, but no longer counts. 0: however long. */
  readonly ignoreOlderThanMs?: number | undefined;
};

/** As many as anybody reads. */
const MOST_UNDELIVERED = 1_000;
/** Who does not answer by then is taken to be at work. */
const AGENT_ANSWERS_MS = 2_000;
const AGENT = 'agent';

/** What is active: at all, so that a host must not sleep; or of a session or task, which must not be reset (promise 28). */
export async function whatIsActive(parts: Talking, of: ActiveOf): Promise<WireAwake[]> {
  const { session, task } = of;
  if (session === undefined && task === undefined)
    return [...activeAtAll(parts), ...(await turnsUnderWay(parts, isAtWork))];
  if (session === undefined) return runningOf(parts.engine, of);
  const own = activeOfSession(parts, session, of);
  if (!isConversationId(session)) return own;
  return [...own, ...(await turnsUnderWay(parts, ({ conversation_id }) => conversation_id === session))];
}

/** All but the turns that our own agent takes, which only it knows of. */
export function activeOfSession(
  { engine, notifier, wakeUps, delegations }: Parts,
  session: string,
  of: Omit<ActiveOf, 'session'> = {},
): WireAwake[] {
  const { ledger, deliveries } = notifier;
  return [
    ...runningOf(engine, { ...of, session }),
    ...notBegun(delegations, session),
    ...ledger.openOf(session).map(toUndelivered),
    ...busyTurns(deliveries.ofSession(session)),
    ...wakeUpsOf(wakeUps, session),
  ];
}

function activeAtAll({ engine, notifier, delegations }: Parts): WireAwake[] {
  return [
    ...runningOf(engine, {}),
    ...notBegun(delegations),
    ...notifier.ledger.history({ isOpen: true, limit: MOST_UNDELIVERED }).map(toUndelivered),
    ...busyTurns(notifier.deliveries.all()),
    ...(notifier.hasOpenTimer ? [nobodys('silence')] : []),
    ...(engine.hasIdlePlaces ? [nobodys('place')] : []),
  ];
}

function runningOf(engine: Engine, { session, task, ignoreOlderThanMs }: ActiveOf): WireAwake[] {
  const found = engine.listActive({
    ...(session !== undefined && { session }),
    ...(task !== undefined && { task }),
    ...(ignoreOlderThanMs !== undefined && { ignoreOlderThanMs }),
  });
  return found.map(({ id, session: owner, startedAt, delegation }: ProcessSnapshot) => ({
    reason: delegation === '' ? 'running' : 'delegate',
    session_id: id,
    session_key: owner,
    since: iso(startedAt),
  }));
}

/** Delegates that are to be started, by somebody who asks again or by nobody: an outcome is to come all the same. */
function notBegun(delegations: Delegations, session?: string): WireAwake[] {
  const units = delegations.list({
    state: 'running',
    ...(session !== undefined && { session_key: session }),
  });
  return units.flatMap(({ tasks, session_key, dispatched_at }) =>
    tasks
      .filter(({ state, started_at }) => state !== 'ended' && started_at === null)
      .map(({ session_id }) => ({ reason: 'delegate', session_id, session_key, since: dispatched_at })),
  );
}

function toUndelivered({ processId, session, createdAt }: Notification): WireAwake {
  return { reason: 'undelivered', session_id: processId, session_key: session, since: iso(createdAt) };
}

/** Somebody has said that the session has a turn of its own, and its time is not over. */
function busyTurns(deliveries: readonly Delivery[]): WireAwake[] {
  const now = Date.now();
  return deliveries
    .filter(({ way, nextAt }) => way === 'busy' && nextAt > now)
    .map(({ session, createdAt }) => ({
      reason: 'turn',
      session_id: null,
      session_key: session,
      since: iso(createdAt),
    }));
}

/** A session with something to come must not be reset. For one that repeats there is no end to that. */
function wakeUpsOf(wakeUps: WakeUps, session: string): WireAwake[] {
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

/** Turns of our own agent. It is asked only where it runs: it leaves when nothing is left to do. */
async function turnsUnderWay(
  { folder, programs }: Talking,
  isMeant: (conversation: WireConversation) => boolean,
): Promise<WireAwake[]> {
  const agent = programs.status().find(({ name }) => name === AGENT);
  const row = programs.table.find(({ name }) => name === AGENT);
  if (!row || !agent || agent.state === 'down') return [];
  try {
    const { status, body } = await askSocket(socketPath(folder, row.socket), {
      method: 'GET',
      path: `${row.prefix}?unfinished=true`,
      signal: AbortSignal.timeout(AGENT_ANSWERS_MS),
    });
    if (status !== 200) return [nobodys('turn')];
    return (body as WireConversations).conversations.filter(isMeant).map(toTurn);
  } catch {
    return [nobodys('turn')];
  }
}

/** One that waits for a person waits on when the host has slept. */
function isAtWork({ state, trouble }: WireConversation): boolean {
  return state === 'trouble' ? trouble?.retry_at !== null : state !== 'waiting';
}

function toTurn({ conversation_id, changed_at }: WireConversation): WireAwake {
  return { reason: 'turn', session_id: null, session_key: conversation_id, since: changed_at };
}

function nobodys(reason: WireAwake['reason']): WireAwake {
  return { reason, session_id: null, session_key: '', since: null };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
