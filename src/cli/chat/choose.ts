import { RingbackError } from '../../base/errors.ts';
import type { Client } from '../../client/client.ts';
import type { WireConversation } from '../../wire/conversation.ts';
import { UsageError } from '../usage-error.ts';

export type Wish = {
  /** The last one; a new one where there is none. */
  readonly continue?: boolean;
  /** Its id, or how that begins. */
  readonly resume?: string;
  readonly model?: string;
};

type Around = { readonly cwd: string; readonly variables: Record<string, string>; readonly hears: boolean };

/** The conversation that somebody wants, opened with their variables. */
export async function choose(
  { conversations }: Client,
  { continue: isLast, resume, model: wish }: Wish,
  { cwd, variables, hears }: Around,
): Promise<{ readonly conversation: WireConversation; readonly isNew: boolean }> {
  const model = wish === undefined ? {} : { model: wish };
  const last = isLast ? (await conversations.list({ limit: 1 })).conversations[0] : undefined;
  const id = resume ?? last?.conversation_id;
  if (id === undefined) {
    const conversation = await conversations.create({ cwd, variables, hears, ...model });
    return { conversation, isNew: true };
  }
  try {
    return { conversation: await conversations.open(id, { variables, hears, ...model }), isNew: false };
  } catch (error) {
    if (!(error instanceof RingbackError && (error.code === 'not_found' || error.code === 'ambiguous')))
      throw error;
    throw new UsageError(error.message, 'See: ringback chat ls');
  }
}
