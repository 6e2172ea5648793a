import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';
import type { WireNotification } from '../../src/wire/notification.ts';
import type { WireStart, WireStarted } from '../../src/wire/start.ts';
import { type CliHome, until } from '../cli/cli-home.ts';

/** A process that ends with 3 when a line is typed, and reports it to its session. */
export function startEnding(client: Client, session: string, more: Partial<WireStart> = {}) {
  return start(client, session, {
    command: 'read x; echo bye; exit 3',
    stdin: true,
    notify_on_complete: true,
    ...more,
  });
}

export function start(
  client: Client,
  session: string,
  more: Partial<WireStart> & { command: string },
): Promise<WireStarted> {
  return client.start({ workdir: '/', env: {}, shell: '/bin/sh', session_key: session, ...more });
}

/** Types the line, and returns when the completion is in the ledger. */
export async function endIt(client: Client, id: string): Promise<WireNotification> {
  await client.submit(id, '');
  return completionOf(client, id);
}

export async function completionOf(client: Client, id: string): Promise<WireNotification> {
  let found: WireNotification | undefined;
  await until(async () => {
    const said = await client.notifications.history({ process: id });
    found = said.find(({ type }) => type === 'completion');
    return found !== undefined;
  }, `the completion of ${id}`);
  assert.ok(found);
  return found;
}

/** Something that comes after everything else: what was not told before it never will be. */
export async function mark(client: Client, session: string): Promise<string> {
  return (await client.notifications.notify(session, { type: 'mark', text: 'here' })).id;
}

/** What became of a notification. */
export async function stateOf(home: CliHome, id: string): Promise<string> {
  const all = await home.client().notifications.history({ limit: 1000 });
  const { state, rule } = all.find((one) => one.id === id) ?? {};
  return rule ? `${state} by ${rule}` : String(state);
}
