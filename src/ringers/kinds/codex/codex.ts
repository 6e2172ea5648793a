import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { described, filledText, optional } from '../../../base/schema.ts';
import { type CheckStep, defineRinger, type Rung } from '../../ringer.ts';
import { parseAddress } from './address.ts';
import { withThread } from './connect.ts';
import { isNoSuchThread, whyNotTaken } from './refusal.ts';
import type { Thread } from './thread.ts';

const schema = z.strictObject({
  url: z._default(
    described(
      z.string().check(z.refine(isAddress, 'must be unix://, unix:///path or ws://127.0.0.1:port')),
      "Where its app-server listens; left out, Codex's own background server.",
    ),
    'unix://',
  ),
  token: optional(filledText, 'Of a server that asks for one.'),
  resume: z._default(
    described(
      z.union([z.boolean(), z.stringbool()]),
      'true: also a thread that nobody has open gets its turn at once, unattended.',
    ),
    false,
  ),
  start: optional(filledText, 'The codex program: starts the background server if nobody listens.'),
});

type Settings = z.output<typeof schema>;

const LONGEST_EXCHANGE_MS = 150_000;
/** What another process takes out of the queue, or does in a turn, is announced by nobody. */
const LOOK_EVERY_MS = 3_000;
/** Between queue and thread a message is for a moment in neither. */
const SECOND_LOOK_MS = 1_000;

/** By way of the thread's own queue, which is durable: no turn is disturbed, and none is missed by one who comes later. */
export const codexRinger = defineRinger<Settings>({
  kind: 'codex',
  summary: "puts the text into the queue of a Codex thread, through Codex's app-server",
  idempotent: 'reconcile',
  schema,
  secrets: ['token'],

  async ring(settings, { id, session, text }, signal): Promise<Rung> {
    try {
      await withThread(settings, session, limited(signal), async (thread) => {
        await thread.enqueue(id, text);
        if (settings.resume) await openUnlessOpen(thread);
      });
      return { outcome: 'admitted' };
    } catch (error) {
      return whyNotTaken(error);
    }
  },

  async lookUp(settings, { id, session }, signal) {
    return withThread(settings, session, limited(signal), async (thread) => {
      const first = await look(thread, id);
      if (first === 'queued' && settings.resume) await openUnlessOpen(thread);
      if (first === 'absent') await sleep(SECOND_LOOK_MS, undefined, { signal });
      const found = first === 'absent' ? await look(thread, id) : first;
      return found === 'queued' ? 'present' : found;
    });
  },

  async whenIdle({ start: _, ...settings }, session, signal) {
    await withThread(settings, session, signal, async (thread, server) => {
      for (;;) {
        // Before looking: what changes from here on is not missed.
        const change = server.threadChange;
        if (!(await isBusy(thread))) return;
        await Promise.race([change, sleep(LOOK_EVERY_MS, undefined, { signal })]);
      }
    });
  },

  async check({ start: _, ...settings }, session, signal): Promise<readonly CheckStep[]> {
    return withThread(settings, session, limited(signal), async (thread) => {
      const there = { name: 'app-server', isFine: true, detail: `answers at ${settings.url}` };
      try {
        return [there, { name: 'thread', isFine: true, detail: await describe(thread, settings.resume) }];
      } catch (error) {
        return [there, { name: 'thread', isFine: false, detail: (error as Error).message }];
      }
    });
  },
});

async function look(thread: Thread, id: string): Promise<'queued' | 'present' | 'absent' | 'unknown'> {
  try {
    // In the order in which it moves: else it could slip by.
    if (await thread.isQueued((other) => other === id)) return 'queued';
    const hasHeard = await thread.hasHeard(id);
    return hasHeard === 'unknown' ? 'unknown' : hasHeard ? 'present' : 'absent';
  } catch (error) {
    if (isNoSuchThread(error)) return 'absent';
    throw error;
  }
}

/** While a ring waits in Codex's queue, what comes after it waits here, to be one. */
async function isBusy(thread: Thread): Promise<boolean> {
  return (await thread.status()) === 'active' || thread.isQueued((id) => id.startsWith('ring_'));
}

/** Where another process has it open, that one takes what is queued. */
async function openUnlessOpen(thread: Thread): Promise<void> {
  try {
    if ((await thread.status()) === 'notLoaded') await thread.resume();
  } catch {
    // It stays queued, and that is durable: whoever opens the thread takes it.
  }
}

async function describe(thread: Thread, resumes: boolean): Promise<string> {
  const status = await thread.status();
  if (status !== 'notLoaded') return `is ${status}`;
  return resumes ? 'is closed; a ring opens it' : 'is not open in this server; a ring waits in its queue';
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(LONGEST_EXCHANGE_MS)]);
}

function isAddress(url: string): boolean {
  try {
    parseAddress(url, {});
    return true;
  } catch {
    return false;
  }
}
