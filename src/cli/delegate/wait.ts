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

/** To stderr: what it is asked for goes to stdout. */
async function showSteps(client: Client, process: string): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  for await (const event of client.follow(process)) {
    if (event.type !== 'output') continue;
    line += decoder.write(event.bytes);
    const end = line.lastIndexOf('\n');
    if (end < 0) continue;
    tellUser(line.slice(0, end));
    line = line.slice(end + 1);
  }
}

function printResults({ tasks, is_batch }: WireDelegation): void {
  for (const task of tasks) {
    if (is_batch || !isGood(task.status)) tellUser(headOf(task, page()));
    if (task.error) tellUser(task.error);
    if (task.result) writeLine(cleanText(task.result).trimEnd());
  }
}
