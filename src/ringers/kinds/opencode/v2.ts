/** opencode's second API, from 1.18 on: it keeps what it admits, and admits one id once. */
import type { Ring, Rung } from '../../ringer.ts';
import { type Conversation, refuseUnlessFine } from './conversation.ts';
import type { Server } from './server.ts';

export async function ringV2(server: Server, ring: Ring, { id, directory }: Conversation): Promise<Rung> {
  if (!(await hasModels(server, directory)))
    return { outcome: 'refused', reason: 'opencode has no models yet', isPermanent: false };
  const messageId = `msg_${ring.id}`;
  const answer = await server.ask(`/api/session/${encodeURIComponent(id)}/prompt`, {
    method: 'POST',
    body: { id: messageId, prompt: { text: ring.text }, delivery: 'queue' },
  });
  if (answer.status === 409)
    return { outcome: 'refused', reason: 'opencode has another text under this id', isPermanent: true };
  if (answer.status >= 500) return { outcome: 'unknown', reason: `opencode answered ${answer.status}` };
  refuseUnlessFine(answer);
  const { data } = (answer.body ?? {}) as { readonly data?: { readonly id?: string } };
  if (data?.id === messageId) return { outcome: 'admitted' };
  return { outcome: 'unknown', reason: 'opencode did not say that it took it' };
}

/** What it admits while it still reads its configuration gets no turn, then or later. */
async function hasModels(server: Server, directory: string | undefined): Promise<boolean> {
  const { body } = await server.ask('/api/model', { query: { 'location[directory]': directory } });
  const { data } = (body ?? {}) as { readonly data?: readonly unknown[] };
  return data?.length !== 0;
}

export async function isBusyV2(server: Server, { id }: Conversation): Promise<boolean> {
  const { body } = await server.ask('/api/session/active');
  const { data } = (body ?? {}) as { readonly data?: Readonly<Record<string, unknown>> };
  return data?.[id] !== undefined;
}
