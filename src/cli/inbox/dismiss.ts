import { RingbackError } from '../../base/errors.ts';
import type { Client } from '../../client/client.ts';
import type { Invocation } from '../invocation.ts';
import { writeResult } from '../out.ts';

/** The most that one request returns. */
const AT_ONCE = 1_000;

/** Drops pending notifications: all of the session, or those with the given notification and process ids. */
export async function dismiss(
  { json, client, values }: Invocation<'inbox'>,
  session: string,
  ids: readonly string[],
): Promise<number> {
  let dismissed = 0;
  if (ids.length === 0) dismissed = await dismissAll(client, { session_key: session });
  // By id, a person may dismiss notifications of any session, unless --session is given.
  const named = values.session === undefined ? {} : { session_key: values.session };
  for (const id of ids)
    dismissed += isNotificationId(id)
      ? await dismissOne(client, id)
      : await dismissAll(client, { ...named, process: id });
  writeResult(json, { status: 'ok', dismissed }, `${dismissed} dismissed`);
  return 0;
}

async function dismissAll(
  client: Client,
  of: { readonly session_key?: string; readonly process?: string },
): Promise<number> {
  let dismissed = 0;
  for (;;) {
    const open = await client.notifications.history({ ...of, open: true, limit: AT_ONCE });
    const count = open.length === 0 ? 0 : await client.notifications.dismiss(open.map(({ id }) => id));
    if (count === 0) return dismissed;
    dismissed += count;
  }
}

async function dismissOne(client: Client, id: string): Promise<number> {
  const dismissed = await client.notifications.dismiss([id]);
  if (dismissed > 0) return dismissed;
  throw new RingbackError('not_found', `No pending notification ${id}.`, 'See: ringback inbox --peek --json');
}

function isNotificationId(text: string): boolean {
  return text.startsWith('ntf_');
}
