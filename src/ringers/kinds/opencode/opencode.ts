import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { optional, withoutPassword } from '../../../base/schema.ts';
import { type CheckStep, defineRinger, type Ring, type Rung } from '../../ringer.ts';
import { type Conversation, findConversation, Refusal } from './conversation.ts';
import { NotReached, Server } from './server.ts';
import { hasArrivedV1, isBusyV1, ringV1 } from './v1.ts';
import { isBusyV2, ringV2 } from './v2.ts';

const schema = z
  .strictObject({
    url: optional(
      z.url({ protocol: /^https?$/ }).check(withoutPassword),
      'Where `opencode serve` listens: http://127.0.0.1:4096.',
    ),
    socket: optional(z.string(), 'Instead: the socket that the opencode plugin opened.'),
    username: optional(z.string(), 'OPENCODE_SERVER_USERNAME; opencode, unless told.'),
    password: optional(z.string(), 'OPENCODE_SERVER_PASSWORD, where it has one.'),
    directory: optional(z.string(), "The session's project; as opencode knows it, unless told."),
  })
  .check(
    z.refine(
      ({ url, socket }) => (url === undefined) !== (socket === undefined),
      'need either "url" or "socket"',
    ),
  );

type Settings = z.output<typeof schema>;

/** A busy session is asked about as often. */
const LOOK_EVERY_MS = 250;

export const opencodeRinger = defineRinger<Settings>({
  kind: 'opencode',
  summary: 'prompts a session of opencode',
  // The second API drops what it has by itself; the first has to be asked, and most sessions live there.
  idempotent: 'reconcile',
  schema,
  secrets: ['password'],

  async ring(settings, ring, signal): Promise<Rung> {
    const server = new Server(settings, signal);
    let isSaid = false;
    try {
      const conversation = await find(server, settings, ring.session);
      isSaid = true;
      return conversation.api === 'v2'
        ? await ringV2(server, ring, conversation)
        : await ringV1(server, ring, conversation, signal);
    } catch (error) {
      return toRung(error as Error, isSaid);
    }
  },

  /** In the second API a repeat is harmless: nothing has to be found there. */
  async lookUp(settings, ring: Ring, signal) {
    const server = new Server(settings, signal);
    const conversation = await find(server, settings, ring.session);
    return (await hasArrivedV1(server, ring, conversation)) ? 'present' : 'absent';
  },

  async whenIdle(settings, session, signal) {
    const server = new Server(settings, signal);
    const conversation = await find(server, settings, session);
    const isBusy = conversation.api === 'v2' ? isBusyV2 : isBusyV1;
    while (await isBusy(server, conversation)) await sleep(LOOK_EVERY_MS, undefined, { signal });
  },

  async check(settings, session, signal) {
    const server = new Server(settings, signal);
    const { body } = await server.ask('/global/health');
    const { version } = (body ?? {}) as { readonly version?: string };
    const { title, directory, api } = await find(server, settings, session);
    const steps: CheckStep[] = [
      { name: 'opencode', isFine: true, detail: version ?? 'of a version that it does not tell' },
      { name: 'session', isFine: true, detail: [title, directory].filter(Boolean).join(', in ') },
      { name: 'api', isFine: true, detail: api },
    ];
    return steps;
  },
});

function find(server: Server, { directory }: Settings, session: string): Promise<Conversation> {
  return findConversation(server, session.replace(/^opencode:/, ''), directory);
}

function toRung(error: Error, isSaid: boolean): Rung {
  const reason = error.message;
  if (error instanceof NotReached) return { outcome: 'refused', reason, isPermanent: false };
  if (error instanceof Refusal) return { outcome: 'refused', reason, isPermanent: error.isPermanent };
  return isSaid ? { outcome: 'unknown', reason } : { outcome: 'refused', reason, isPermanent: false };
}
