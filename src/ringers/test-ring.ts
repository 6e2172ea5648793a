import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { validate } from '../base/validate.ts';
import type { Notifier } from '../notify/notifier.ts';
import { isFinal } from '../notify/policy/life.ts';
import { loadRinger } from './kinds.ts';
import type { CheckStep } from './ringer.ts';
import { hideSecrets } from './secrets.ts';
import type { Switchboard } from './switchboard.ts';

const LOOK_EVERY_MS = 50;
/** Whoever asks how it stands wants an answer now. */
const CHECK_MS = 10_000;

/** Looks at everything that a ring needs, without giving anybody a turn. */
export async function checkRinger(
  switchboard: Switchboard,
  session: string,
  signal: AbortSignal,
): Promise<CheckStep[]> {
  const binding = switchboard.binding(session);
  if (!binding)
    throw new RingbackError(
      'not_found',
      `${session} has no ringer.`,
      `Set one with: ringback ring add ${session} KIND …`,
    );
  const { kind, settings: given, origin } = binding;
  const setBy = {
    user: 'with ringback ring add',
    agent: 'by the agent itself',
    config: 'in config.json',
    own: "for conversations of Ringback's own agent",
  };
  const steps: CheckStep[] = [{ name: 'ringer', isFine: true, detail: `${kind}, set ${setBy[origin]}` }];
  try {
    const ringer = await loadRinger(kind);
    const settings = validate(ringer.schema, given, 'the settings');
    const found = await bounded(signal, (inTime) => ringer.check(settings, session, inTime));
    const shown = found.map((step) => ({ ...step, detail: hideSecrets(ringer, given, step.detail) }));
    return [...steps, ...shown];
  } catch (error) {
    return [...steps, { name: 'check', isFine: false, detail: (error as Error).message }];
  }
}

/** A harmless ring, and what becomes of it, for at most `seconds`. */
export async function testRing(
  switchboard: Switchboard,
  notifier: Notifier,
  { session, seconds }: { readonly session: string; readonly seconds: number },
  signal: AbortSignal,
): Promise<CheckStep[]> {
  const steps = await checkRinger(switchboard, session, signal);
  if (steps.some((step) => !step.isFine)) return steps;
  const text =
    'This is a test of Ringback: nothing happened, and there is nothing to do. Say that it arrived.';
  const { id } = notifier.notify(session, { type: 'ring_test', text, session_key: session });
  const until = Date.now() + seconds * 1000;
  try {
    for (;;) {
      const one = notifier.find(id);
      if (!one || isFinal(one.state)) return [...steps, toStep(one?.state ?? 'forgotten', id)];
      const ring = switchboard.rings().find((other) => other.notifications.some((part) => part.id === id));
      if (ring?.state === 'dead' || Date.now() > until) {
        const detail = `${ring?.reason || explain(switchboard, session)}; the test ring was dismissed`;
        return [...steps, { name: 'ring', isFine: false, detail }];
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
  } finally {
    // Nobody waits for it any more: it must not become a turn tomorrow.
    notifier.dismiss([id]);
  }
}

function toStep(state: string, id: string): CheckStep {
  return { name: 'ring', isFine: state === 'delivered', detail: `${state} (${id})` };
}

/** Why a ring did not get its turn. */
function explain(switchboard: Switchboard, session: string): string {
  const earlier = switchboard.rings().find((ring) => ring.session === session && ring.state !== 'dead');
  if (!earlier) return 'nobody took it in time';
  return `an earlier ring, ${earlier.id}, is still being tried${earlier.reason && `: ${earlier.reason}`}`;
}

async function bounded<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]);
  const late = Promise.withResolvers<never>();
  const fall = () => late.reject(new Error(`it took longer than ${CHECK_MS / 1000} s`));
  inTime.addEventListener('abort', fall);
  if (inTime.aborted) fall();
  try {
    return await Promise.race([work(inTime), late.promise]);
  } finally {
    inTime.removeEventListener('abort', fall);
  }
}
