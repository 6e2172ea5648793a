import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../base/errors.ts';
import { validate } from '../base/validate.ts';
import type { Notifier } from '../notify/notifier.ts';
import { isFinal } from '../notify/policy/life.ts';
import { loadRinger } from './kinds.ts';
import type { CheckStep } from './ringer.ts';
import type { Switchboard } from './switchboard.ts';

const LOOK_EVERY_MS = 50;

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
  const ringer = await loadRinger(binding.kind);
  const steps: CheckStep[] = [
    { name: 'ringer', isFine: true, detail: `${binding.kind}, set by ${binding.origin}` },
  ];
  try {
    const settings = validate(ringer.schema, binding.settings, 'the settings');
    steps.push(...(await ringer.check(settings, session, signal)));
  } catch (error) {
    steps.push({ name: 'check', isFine: false, detail: (error as Error).message });
  }
  return steps;
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
  for (;;) {
    const one = notifier.history({ session, limit: 1_000 }).find((other) => other.id === id);
    if (one && isFinal(one.state))
      return [...steps, { name: 'ring', isFine: one.state === 'delivered', detail: `${one.state} (${id})` }];
    const ring = switchboard.rings().find((other) => other.notifications.some((part) => part.id === id));
    if (ring?.state === 'dead' || Date.now() > until) {
      notifier.dismiss([id]);
      const why = ring?.reason || 'nobody took it in time';
      return [...steps, { name: 'ring', isFine: false, detail: `${why}; the test ring was dismissed` }];
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}
