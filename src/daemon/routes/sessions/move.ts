import { wireDone } from '../../../wire/daemon.ts';
import { moveRequest } from '../../../wire/session.ts';
import { route } from '../../route.ts';

export const moveSession = route({
  method: 'POST',
  path: '/v1/sessions/move',
  name: 'moveSession',
  summary:
    'Gives the processes and open notifications of a session to another one: after compaction, resume or fork.',
  body: moveRequest,
  answer: wireDone,
  handle({ notifier, wakeUps, delegations, tools, switchboard, body: { from, to } }) {
    switchboard.moveSession(from, to, () => {
      notifier.moveSession(from, to);
      wakeUps.moveSession(from, to);
      delegations.moveSession(from, to);
      tools.moveSession(from, to);
    });
    return { body: { status: 'ok', message: `What belonged to ${from} belongs to ${to}.` } };
  },
});
