/**
 * A session that sends delegates: `parent.js --home DIR`. What it wants to send is written down first, and what it was told
 * before that is acknowledged; killed anywhere and started again, it repeats its last call.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../src/base/errors.ts';
import { Client } from '../../../src/client/client.ts';
import type { WireDelegation } from '../../../src/wire/delegation.ts';
import { note, readJournal } from '../../faults/support/journal.ts';
import { dieIfWished } from '../../faults/support/wish.ts';
import { enoughIn, favouredIn, journalIn, requestOf, SESSION, unitId, type Way, waysOf } from './plan.ts';

export type Entry =
  | { readonly kind: 'sending'; readonly number: number; readonly ways: readonly Way[] }
  | { readonly kind: 'sent'; readonly number: number }
  | { readonly kind: 'told'; readonly id: string; readonly type: string; readonly event: unknown }
  | { readonly kind: 'acknowledged'; readonly ids: readonly string[] };

const PAUSE_MS = 100;
const LOOK_MS = 250;
/** What is done to delegates meets them as they begin, and at work. */
const LATER_MS = 700;
const OVERDUE_MS = 8_000;
const home = process.argv[process.argv.indexOf('--home') + 1] ?? '';
const folder = join(home, 'work');
const journal = journalIn(folder);
const client = new Client({ home });
const write = (entry: Entry) => note(journal, entry);

const all = readJournal<Entry>(journal);
const sending = all.flatMap((entry) => (entry.kind === 'sending' ? [entry] : []));
const sent = new Set(all.flatMap((entry) => (entry.kind === 'sent' ? [entry.number] : [])));
for (const { number, ways } of sending) if (sent.has(number)) void follow(number, ways);
await Promise.all([listen(), send()]);

async function send(): Promise<void> {
  const last = sending.at(-1);
  if (last && !sent.has(last.number)) await sendOne(last.number, last.ways);
  for (let number = sending.length; ; number += 1) {
    while (existsSync(enoughIn(folder))) await sleep(LOOK_MS);
    const ways = waysOf(number, favoured());
    write({ kind: 'sending', number, ways });
    dieIfWished('parent:sending');
    await sendOne(number, ways);
  }
}

async function sendOne(number: number, ways: readonly Way[]): Promise<void> {
  const request = requestOf(number, ways, folder);
  await persist(async () => (await client.delegations.send(request)).status === 'dispatched');
  dieIfWished('parent:sent');
  write({ kind: 'sent', number });
  void follow(number, ways);
}

/** Does to the delegates of a unit what is to be done to them, until they have all ended. */
async function follow(number: number, ways: readonly Way[]): Promise<void> {
  await sleep((number % 4) * LATER_MS);
  await persist(async () => {
    const unit = await client.delegations.get(unitId(number, folder));
    for (const { task_index: index, state, session_id: id } of unit.tasks)
      if (state !== 'ended') await act(unit, index, id, ways[index] ?? 'quick').catch(ignoreEnded);
    return unit.state === 'ended';
  }, LOOK_MS);
}

async function act(unit: WireDelegation, task_index: number, id: string, way: Way) {
  const { delegation_id, dispatched_at } = unit;
  const key = `${delegation_id}/${task_index}`;
  const { delegations } = client;
  // Nobody looks at the clock of one whose keeper was killed.
  const isOverdue = way === 'late' && Date.now() - Date.parse(dispatched_at) > OVERDUE_MS;
  if (way === 'hangs' || isOverdue) await delegations.interrupt(delegation_id, { task_index });
  if (way === 'steered') await delegations.message(delegation_id, 'enough', { task_index, client_id: key });
  if (way === 'ended') await client.kill(id);
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof RingbackError) || !/already_exited|not_found/.test(error.code)) throw error;
}

async function listen(): Promise<void> {
  await persist(async () => {
    for await (const turn of client.notifications.subscribe(SESSION)) {
      for (const { id, type, event } of turn.notifications) write({ kind: 'told', id, type, event });
      dieIfWished('parent:told');
      await turn.acknowledge();
      write({ kind: 'acknowledged', ids: turn.notifications.map(({ id }) => id) });
      dieIfWished('parent:acknowledged');
    }
    return false;
  });
}

/** Until it is so, whichever daemon answers. */
async function persist(isSo: () => Promise<boolean>, pauseMs = PAUSE_MS): Promise<void> {
  for (;;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (!(error instanceof RingbackError) && !(error instanceof Error && 'code' in error)) throw error;
    }
    await sleep(pauseMs);
  }
}

function favoured(): string {
  try {
    return readFileSync(favouredIn(folder), 'utf8');
  } catch {
    return '';
  }
}
