import { StringDecoder } from 'node:string_decoder';
import type { Client } from '../../client/client.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireDelegation, WireDispatched } from '../../wire/delegation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';
import { headOf, isGood } from './describe.ts';
import { page } from './page.ts';

/** The exit code of a shell after Ctrl-C. */
const INTERRUPTED = 130;

/** Until all have ended. Who waited has been told: it does not come again. */
export async function waitForResults(client: Client, sent: WireDispatched, json: boolean): Promise<number> {
  const id = sent.delegation_id;
  process.once('SIGINT', () => {
    tellUser(
      `\nIt works on. Look at it: ringback delegate show ${id}; stop it: ringback delegate stop ${id}`,
    );
    process.exit(INTERRUPTED);
  });
  const started = sent.tasks.filter(({ error }) => error === undefined);
  const [only] = started;
  const follow = only && started.length === 1 && !json ? showSteps(client, only.session_id) : undefined;
  await Promise.all(started.map(({ session_id }) => client.wait(session_id)));
  await follow;
  const ended = await untilEnded(client, id);
  if (json) writeJson(ended);
  else printResults(ended);
  if (ended.notification) await client.notifications.dismiss([ended.notification.id]);
  return ended.tasks.every(({ status }) => isGood(status)) ? 0 : 1;
}

/** The end of a process is known before everybody has heard of it, if only just. */
async function untilEnded(client: Client, id: string): Promise<WireDelegation> {
  for (;;) {
    const one = await client.delegations.get(id);
    if (one.state === 'ended') return one;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** What a delegate prints when a tool begins or ends, or nothing does for long. */
const STEP = /^[→✓✗…] .*\n/gmu;

/** To stderr: what it is asked for goes to stdout. What it says after its last step is the result, and not shown twice. */
async function showSteps(client: Client, process: string): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let held = '';
  for await (const event of client.follow(process)) {
    if (event.type !== 'output') continue;
    held += decoder.write(event.bytes);
    const last = [...held.matchAll(STEP)].at(-1);
    if (!last) continue;
    const end = last.index + last[0].length;
    tellUser(held.slice(0, end).trimEnd());
    held = held.slice(end);
  }
}

function printResults({ tasks, is_batch }: WireDelegation): void {
  for (const task of tasks) {
    if (is_batch || !isGood(task.status)) tellUser(headOf(task, page()));
    if (task.error) tellUser(task.error);
    if (task.result) writeLine(cleanText(task.result).trimEnd());
  }
}
