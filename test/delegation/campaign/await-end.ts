import { setTimeout as sleep } from 'node:timers/promises';
import type { WireListed } from '../../../src/wire/process.ts';
import { readJournal } from '../../faults/support/journal.ts';
import type { Crowd } from './crowd.ts';
import type { Entry } from './parent.ts';
import { journalIn } from './plan.ts';
import type { Seeker } from './seeker.ts';

/** What is left in the end takes no longer: what nobody has begun is over after 30 s. */
const LONGEST_MS = 50_000;
/** So often nothing at all was under way: it will never come. */
const STUCK_LOOKS = 12;
const LOOK_MS = 200;

/** What is left to do when nothing is under way any more, or it takes too long. */
export async function awaitEnd(crowd: Crowd, seeker: Seeker, folder: string): Promise<string[]> {
  const latest = Date.now() + LONGEST_MS;
  let underWay: string[] = [];
  for (let looks = 0; looks < STUCK_LOOKS; ) {
    if (Date.now() > latest) return [`it does not come to an end: ${underWay.join('\n')}`];
    await sleep(LOOK_MS);
    underWay = await lookAround(crowd, folder).catch((error) => [String(error)]);
    looks = underWay.length > 0 ? 0 : looks + 1;
    const open = await crowd.client.delegations.list({ state: 'running' }).catch(() => []);
    if (looks > 1 && seeker.isDone && open.length === 0) return [];
  }
  return [`nothing is under way: ${await seeker.state()}`];
}

/** What goes on by itself. */
async function lookAround({ client, delegates }: Crowd, folder: string): Promise<string[]> {
  const untold = await client.notifications.history({ limit: 100, open: true });
  const wakes = await client.wakeUps.list({});
  const { processes } = await client.list({ ended: false });
  const journal = readJournal<Entry>(journalIn(folder));
  const count = (kind: Entry['kind']) => journal.filter((entry) => entry.kind === kind).length;
  return [
    ...delegates.map((pid) => `delegate ${pid}`),
    ...processes.filter(isUnderWay).map(({ session_id, command }) => `${session_id} (${command})`),
    ...untold.map(({ id, type, state, text }) => `${id} (${type}) is ${state}: ${text}`),
    ...wakes.map(({ note }) => `wake-up ${note}`),
    ...(count('sending') > count('sent') ? ['a unit is being sent'] : []),
  ];
}

/** What a goal waits for, and what a delegate leaves behind, which is ended soon. */
function isUnderWay({ command, session_key = '' }: WireListed): boolean {
  return /echo g\d/.test(command) || session_key.startsWith('delegate:');
}
