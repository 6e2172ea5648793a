import * as z from 'zod/mini';
import { delegation, other } from '../../events.ts';
import type { Descriptions } from '../description.ts';
import { done, error } from '../schemas/daemon.ts';
import * as schema from '../schemas/notification.ts';

/** Notifications, and the sessions that they are for. */
export const sessionDescriptions: Descriptions = {
  'GET /v1/notifications': {
    name: 'listNotifications',
    summary: 'Lists what was said and what became of it, newest first. Looking changes nothing.',
    answer: schema.notifications,
  },
  'POST /v1/notifications': {
    name: 'handInEvent',
    summary: 'Hands in an event of your own. The same id, or delegation_id, twice is told once.',
    status: 201,
    body: { event: z.union([delegation, other]) },
    answer: schema.notification,
  },
  'GET /v1/notifications/subscribe': {
    name: 'subscribe',
    summary: 'Streams the turns of a session: everything that is to be told, as one text.',
    details:
      'The next turn comes when the last was acknowledged. One that was not acknowledged when the connection ended comes again, with the same ids and the same text: resuming goes by acknowledgement, so that nothing is lost whoever crashes, and Last-Event-ID changes nothing.',
    events: {
      turn: { summary: 'What the session is to be told now.', data: schema.turn },
      error: { summary: 'The stream cannot go on; the answer ends after it.', data: error },
    },
  },
  'POST /v1/notifications/drain': {
    name: 'drainNotifications',
    summary: 'Takes everything that is to be told to a session, once, without waiting.',
    details:
      'It is delivered when acknowledged. Else it comes again, with the same ids and the same text, before anything that came later.',
    answer: schema.drained,
  },
  'POST /v1/notifications/acknowledge': {
    name: 'acknowledgeNotifications',
    summary: 'Says that notifications arrived. To be repeated when in doubt.',
    answer: schema.acknowledged,
  },
  'POST /v1/notifications/dismiss': {
    name: 'dismissNotifications',
    summary: 'Says that notifications shall not be told.',
    answer: schema.dismissed,
  },
  'POST /v1/sessions/move': {
    name: 'moveSession',
    summary: 'Gives the processes and open notifications of a session to another one.',
    answer: done,
  },
  'POST /v1/sessions/close': {
    name: 'closeSession',
    summary: 'Tells a session nothing more. Its processes run on.',
    answer: schema.closed,
  },
  'POST /v1/sessions/busy': {
    name: 'setSessionBusy',
    summary:
      'While a session is busy its notifications wait, and then go out as one turn. Say it again before the lease is over.',
    answer: done,
  },
  'POST /v1/sessions/interrupt': {
    name: 'interruptSession',
    summary: 'Says that the user wrote something: whatever waits in this session returns.',
    answer: done,
  },
};
