import { RingbackError } from '../../base/errors.ts';
import { failpoint } from '../../base/failpoint.ts';
import { NoDaemonError } from '../../client/link.ts';
import type { ConversationOptions } from '../conversation-options.ts';
import type { Surroundings } from './surroundings.ts';
import { describeTarget, type Target } from './target.ts';

type Options = Pick<ConversationOptions, 'store' | 'surroundings'>;

/** Sets the barrier that the judge wants. What can no longer happen is not waited for: the goal goes on (promise 25). */
export async function park(conversation: string, { store, surroundings }: Options): Promise<void> {
  const { target, barrier, reason, text } = store.goals.get(conversation) ?? {};
  if (!target || barrier === undefined) return;
  if (!surroundings) return store.goals.goOn(conversation, 'Nothing can be waited for here.');
  // A program before may have set it.
  if ((await surroundings.barrier(barrier)).state === 'gone') {
    const why = await whyNot(target, surroundings, barrier);
    if (why !== undefined) return store.goals.goOn(conversation, why);
    failpoint('goal:parking');
    const problem = await set(surroundings, barrier, target, `The goal waits: ${reason}\nThe goal: ${text}`);
    if (problem !== undefined) return store.goals.goOn(conversation, problem);
  }
  failpoint('goal:barrier-set');
  store.goals.parked(conversation, barrier);
  failpoint('goal:parked');
}

/** Something was told: was it what the goal waits for? */
export async function lookAtBarrier(conversation: string, { store, surroundings }: Options): Promise<void> {
  const { barrier, target } = store.goals.get(conversation) ?? {};
  if (!surroundings || barrier === undefined || !target) return store.goals.looked(conversation);
  const found = await surroundings.barrier(barrier);
  failpoint('goal:looked');
  const name = describeTarget(target);
  if (found.state === 'gone') store.goals.wake(conversation, barrier, `Nothing rings for ${name} any more.`);
  else if (found.state === 'rung' && (store.isTold(found.notification) || !found.isOpen))
    store.goals.wake(conversation, barrier, `${name} has rung.`);
  else store.goals.looked(conversation);
  failpoint('goal:woken');
}

export async function cancelBarriers(
  wakeUps: readonly string[],
  { store, surroundings }: Options,
): Promise<void> {
  for (const wakeUp of wakeUps) {
    await surroundings?.cancelBarrier(wakeUp);
    failpoint('goal:cancelled');
    store.goals.cancelled(wakeUp);
  }
}

/** A sentence for the agent, why this is not waited for; undefined: it can be. */
async function whyNot(
  target: Target,
  surroundings: Surroundings,
  barrier: string,
): Promise<string | undefined> {
  switch (target.kind) {
    case 'time':
      return target.until > Date.now() ? undefined : 'The time that it was to wait for has passed.';
    case 'wake_up': {
      const isPending = (await surroundings.wakeUps()).some(
        ({ id }) => id === target.wakeUp && id !== barrier,
      );
      return isPending
        ? undefined
        : `The wake-up ${quote(target.wakeUp)} that it was to wait for is not pending.`;
    }
    case 'process': {
      const process = (await surroundings.processes()).find(({ id }) => id === target.process);
      if (!process) return `The process ${quote(target.process)} that it was to wait for does not run.`;
      if (process.patterns.length > 0 && process.hasMatched)
        return `The process ${quote(target.process)} that it was to wait for has already printed what it was watched for.`;
      return undefined;
    }
  }
}

async function set(
  surroundings: Surroundings,
  barrier: string,
  target: Target,
  note: string,
): Promise<string | undefined> {
  try {
    await surroundings.setBarrier(barrier, target, note.slice(0, 1_000).toWellFormed());
    return undefined;
  } catch (error) {
    // What the daemon says is an answer; that there is none is not.
    if (!(error instanceof RingbackError) || error instanceof NoDaemonError) throw error;
    return `It could not wait: ${error.message}`;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
