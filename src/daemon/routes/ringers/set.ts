import * as z from 'zod/mini';
import { validate } from '../../../base/validate.ts';
import { describeBinding } from '../../../ringers/describe.ts';
import { loadRinger } from '../../../ringers/kinds.ts';
import { filledText } from '../../parameters.ts';
import { route } from '../../route.ts';

/** By a person or a program: it wins over the configuration. */
export const setRinger = route({
  method: 'POST',
  path: '/v1/ringers',
  body: z.strictObject({
    session_key: filledText,
    kind: filledText,
    settings: z.record(z.string(), z.unknown()),
  }),
  async answer({ switchboard, notifier, body: { session_key: session, kind, settings } }) {
    const ringer = await loadRinger(kind);
    validate(ringer.schema, settings, 'the settings');
    const binding = { session, kind, settings, origin: 'user' as const };
    switchboard.set(binding);
    return { status: 201, body: await describeBinding(binding, switchboard, notifier) };
  },
});
