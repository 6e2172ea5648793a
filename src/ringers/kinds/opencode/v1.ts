/** The API of opencode's windows: what is asked here is seen there. It takes the same prompt twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ring, Rung } from '../../ringer.ts';
import { type Conversation, latestMessages, refuseUnlessFine } from './conversation.ts';
import type { Server } from './server.ts';

/** It says yes before it has written anything down, which takes it milliseconds. */
const ARRIVES_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 25;
/** So many messages come after a prompt while it is being looked for; and before a crash was got over. */
const JUST_NOW = 10;
const FAR_BACK = 200;

/** The id of the part is ours; that of its message has to be opencode's, which orders messages by it. */
const partId = (ring: Ring): string => `prt_${ring.id}`;

export async function ringV1(
  server: Server,
  ring: Ring,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Rung> {
  const { id, directory, manner } = conversation;
  const answer = await server.ask(`/session/${encodeURIComponent(id)}/prompt_async`, {
    method: 'POST',
    query: { directory },
    // `synthetic`: nobody has written it, as opencode says it of its own reports.
    body: { ...manner, parts: [{ id: partId(ring), type: 'text', text: ring.text, synthetic: true }] },
  });
  if (answer.status >= 500) return { outcome: 'unknown', reason: `opencode answered ${answer.status}` };
  refuseUnlessFine(answer);
  return confirm(server, ring, conversation, signal);
}

/** Whatever fails from here on, it may be there. */
async function confirm(
  server: Server,
  ring: Ring,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<Rung> {
  const until = Date.now() + ARRIVES_WITHIN_MS;
  try {
    for (;;) {
      if (await hasArrivedV1(server, ring, conversation, JUST_NOW)) return { outcome: 'admitted' };
      if (Date.now() > until)
        return { outcome: 'unknown', reason: 'opencode took it and did not write it down' };
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } catch (error) {
    return { outcome: 'unknown', reason: (error as Error).message };
  }
}

export async function hasArrivedV1(
  server: Server,
  ring: Ring,
  where: Pick<Conversation, 'id' | 'directory'>,
  limit = FAR_BACK,
): Promise<boolean> {
  const messages = await latestMessages(server, where, limit);
  return messages.some(({ parts }) => parts.some((part) => part.id === partId(ring)));
}

export async function isBusyV1(server: Server, { id, directory }: Conversation): Promise<boolean> {
  const { body } = await server.ask('/session/status', { query: { directory } });
  const status = (body as Readonly<Record<string, { readonly type?: string }>> | undefined)?.[id];
  return status?.type === 'busy' || status?.type === 'retry';
}
