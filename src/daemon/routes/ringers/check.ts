import * as z from 'zod/mini';
import type { CheckStep } from '../../../ringers/ringer.ts';
import { checkRinger, testRing } from '../../../ringers/test-ring.ts';
import { duration, filledText } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

const TEST_SECONDS = 30;

export const checkOneRinger = route({
  method: 'POST',
  path: '/v1/ringers/check',
  body: z.strictObject({ session_key: filledText }),
  async answer({ switchboard, signal, body }) {
    return ok(toChecked(await checkRinger(switchboard, body.session_key, signal)));
  },
});

/** Gives the agent a turn that says that nothing happened. */
export const testRinger = route({
  method: 'POST',
  path: '/v1/ringers/test',
  body: z.strictObject({ session_key: filledText, timeout: z.exactOptional(duration) }),
  async answer({
    switchboard,
    notifier,
    signal,
    body: { session_key: session, timeout: seconds = TEST_SECONDS },
  }) {
    return ok(toChecked(await testRing(switchboard, notifier, { session, seconds }, signal)));
  },
});

function toChecked(steps: readonly CheckStep[]) {
  return {
    is_fine: steps.every((step) => step.isFine),
    steps: steps.map(({ name, isFine, detail }) => ({ name, is_fine: isFine, detail })),
  };
}
