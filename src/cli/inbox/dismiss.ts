import { RingbackError } from '../../base/errors.ts';
import type { Client } from '../../client/client.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';

/** As many as one answer holds. */
const AT_ONCE = 1_000;

/** What is pending will not be told: all of the session, or that of the notifications and processes that are named. */
export async function dismiss(
  { json, client, values }: Invocation<'inbox'>,
  session: string,
  ids: readonly string[],
): Promise<number> {
  let dismissed = 0;
  if (ids.length === 0) dismissed = await dismissAll(client, { session_key: session });
  // A person may dismiss what is another session's; one that is named all the same limits it.
  const named = values.session === undefined ? {} : { session_key: values.session };
  for (const id of ids)
    dismissed += isNotificationId(id)
      ? await dismissOne(client, id)
      : await dismissAll(client, { ...named, process: id });
  if (json) writeJson({ status: 'ok', dismissed });
  else writeLine(`${dismissed} dismissed`);
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
  throw new RingbackError(
    'not_found',
    `Nothing is pending under ${id}.`,
    'See: ringback inbox --peek --json',
  );
}

function isNotificationId(text: string): boolean {
  return text.startsWith('ntf_');
}
