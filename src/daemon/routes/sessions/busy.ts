import { wireDone } from '../../../wire/daemon.ts';
import { busyRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

/** With a lease: nobody is busy for ever who was killed in the middle. */
export const busySession = route({
  method: 'POST',
  path: '/v1/sessions/busy',
  name: 'setSessionBusy',
  summary:
    'While a session is busy its notifications wait, and then go out as one turn. Say it again before the lease is over.',
  body: busyRequest,
  answer: wireDone,
  handle({ notifier, body: { session_key, busy, holder, lease } }) {
    notifier.dispatcher.busy.set(session_key, busy, { holder, leaseMs: lease && lease * 1000 });
    const message = busy ? 'Its notifications wait.' : 'Its notifications go out.';
    return { body: { status: 'ok', message } };
  },
});
