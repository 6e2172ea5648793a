import { validate } from '../../../base/validate.ts';
import { describeBinding } from '../../../ringers/describe.ts';
import { loadRinger } from '../../../ringers/kinds.ts';
import { ringerSetting, wireRinger } from '../../../wire/ringer.ts';
import { route } from '../../route.ts';

export const setRinger = route({
  method: 'POST',
  path: '/v1/ringers',
  name: 'setRinger',
  summary: 'Lets a session be rung like this from now on. It wins over the configuration.',
  details: 'With other settings than before, what was given up is tried again.',
  body: ringerSetting,
  status: 201,
  answer: wireRinger,
  async handle({ switchboard, notifier, body: { session_key: session, kind, settings } }) {
    const ringer = await loadRinger(kind);
    validate(ringer.schema, settings, 'the settings');
    const binding = { session, kind, settings, origin: 'user' as const };
    switchboard.set(binding);
    return { body: await describeBinding(binding, switchboard, notifier) };
  },
});
