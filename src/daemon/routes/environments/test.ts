import * as z from 'zod/mini';
import type { WireTestStep } from '../../../wire/environment-types.ts';
import { duration } from '../../parameters.ts';
import { ok, route } from '../../route.ts';

const TEST_SECONDS = 60;

/** Runs a small command there, and tells how far that came. */
export const testEnvironment = route({
  method: 'POST',
  path: '/v1/environments/:name/test',
  body: z.strictObject({ timeout: z.exactOptional(duration) }),
  async answer({ engine, id: name, signal, body: { timeout: seconds = TEST_SECONDS } }) {
    const steps: WireTestStep[] = [];
    for await (const { isFine, ...step } of engine.environments.test(name, { seconds, signal }))
      steps.push({ ...step, is_fine: isFine });
    return ok({ is_fine: steps.every((step) => step.is_fine), steps });
  },
});
