import * as z from 'zod/mini';
import type { Answer, Server } from './server.ts';

/** Why nothing can be said to this session. */
export class Refusal extends Error {
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean) {
    super(message);
    this.isPermanent = isPermanent;
  }
}

/** How the session goes on: who answers, with which model. A prompt that says nothing of it would change both. */
export type Manner = {
  readonly agent?: string | undefined;
  readonly model?: { readonly providerID: string; readonly modelID: string } | undefined;
  readonly variant?: string | undefined;
};

/** Where a turn for a session has to go. */
export type Conversation = {
  readonly id: string;
  readonly title: string;
  readonly directory: string | undefined;
  /**
   * opencode from 1.18 on keeps two kinds of conversations, and neither shows or tells the model what is in the other:
   * that of its windows (`/session`), and that of its second API (`/api/session`).
   */
  readonly api: 'v1' | 'v2';
  readonly manner: Manner;
};

const sessionShape = z.object({
  id: z.string(),
  title: z._default(z.string(), ''),
  directory: z.optional(z.string()),
  parentID: z.optional(z.string()),
});

const messageShape = z.object({
  info: z.object({
    role: z.string(),
    agent: z.optional(z.string()),
    model: z.optional(
      z.object({ providerID: z.string(), modelID: z.string(), variant: z.optional(z.string()) }),
    ),
  }),
  parts: z.array(z.object({ id: z.optional(z.string()) })),
});

export type Message = z.output<typeof messageShape>;

const DEEPEST = 20;
const LATEST = 20;

export async function findConversation(
  server: Server,
  id: string,
  directory: string | undefined,
): Promise<Conversation> {
  const { title, ...root } = await findRoot(server, id, directory);
  const where = { id: root.id, title, directory: directory ?? root.directory };
  const messages = await latestMessages(server, where, LATEST);
  if (messages.length === 0 && (await hasMessagesV2(server, root.id)))
    return { ...where, api: 'v2', manner: {} };
  return { ...where, api: 'v1', manner: mannerOf(messages) };
}

/** What a subagent has started is told to the conversation that it worked for: nobody reads its own after its end. */
async function findRoot(server: Server, id: string, directory: string | undefined) {
  let session = await getSession(server, id, directory);
  for (let depth = 0; session.parentID !== undefined && depth < DEEPEST; depth++)
    session = await getSession(server, session.parentID, directory);
  return session;
}

async function getSession(server: Server, id: string, directory: string | undefined) {
  const answer = await server.ask(`/session/${encodeURIComponent(id)}`, { query: { directory } });
  refuseUnlessFine(answer);
  return parsed(sessionShape, answer);
}

export async function latestMessages(
  server: Server,
  { id, directory }: Pick<Conversation, 'id' | 'directory'>,
  limit: number,
): Promise<readonly Message[]> {
  const answer = await server.ask(`/session/${encodeURIComponent(id)}/message`, {
    query: { directory, limit },
  });
  refuseUnlessFine(answer);
  return parsed(z.array(messageShape), answer);
}

const anyMessages = z.object({ data: z.array(z.unknown()) });

async function hasMessagesV2(server: Server, id: string): Promise<boolean> {
  const { status, body } = await server.ask(`/api/session/${encodeURIComponent(id)}/message`, {
    query: { limit: 1 },
  });
  const { data: known } = anyMessages.safeParse(body);
  return status === 200 && known !== undefined && known.data.length > 0;
}

function mannerOf(messages: readonly Message[]): Manner {
  const { agent, model } = messages.findLast(({ info }) => info.role === 'user')?.info ?? {};
  if (!model) return { agent };
  const { variant, ...which } = model;
  return { agent, model: which, variant };
}

/** For a while another program may have the port of one that was ended. */
function parsed<T>(shape: z.ZodMiniType<T>, { body }: Answer): T {
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  throw new Refusal('what answers there is no opencode', false);
}

export function refuseUnlessFine({ status }: Answer): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new Refusal('opencode wants another password', true);
  if (status === 404) throw new Refusal('opencode has no such session', true);
  throw new Refusal(`opencode answered ${status}`, status >= 400 && status < 500);
}
