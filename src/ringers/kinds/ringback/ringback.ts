import * as z from 'zod/mini';
import { described, filledText } from '../../../base/schema.ts';
import type { RingRequest } from '../../../wire/conversation.ts';
import { defineRinger, type Ring, type Rung } from '../../ringer.ts';
import { type Answer, ask } from './ask.ts';

const schema = z.strictObject({
  home: described(filledText, 'The folder of the daemon whose agent has the conversation.'),
});

type Settings = z.output<typeof schema>;

/** A conversation asks by itself when its turn is over; this is for a turn that its program died in. */
const AGAIN_MS = 5_000;

/** Conversations of Ringback's own agent, whose session key is their id. The agent is brought up for a ring. */
export const ringbackRinger = defineRinger<Settings>({
  kind: 'ringback',
  summary: "gives a conversation of Ringback's own agent its turn",
  idempotent: 'native',
  schema,
  async ring({ home }, { id, session, text, notifications }: Ring, signal) {
    const body: RingRequest = { ring_id: id, text, notifications: notifications.map((one) => one.id) };
    return toRung(await ask(home, 'POST', `${pathOf(session)}/rings`, body, signal));
  },
  async check({ home }, session, signal) {
    const answer = await ask(home, 'GET', pathOf(session), undefined, signal);
    return [
      {
        name: 'agent',
        isFine: answer.status < 500,
        detail: answer.status < 500 ? 'it answers' : reasonOf(answer),
      },
      ...(answer.status < 500
        ? [
            {
              name: 'conversation',
              isFine: answer.status === 200,
              detail: answer.status === 200 ? session : reasonOf(answer),
            },
          ]
        : []),
    ];
  },
});

function toRung(answer: Answer): Rung {
  const { status, body } = answer;
  if (status === 200)
    return body.status === 'busy' ? { outcome: 'later', againInMs: AGAIN_MS } : { outcome: 'admitted' };
  // The agent does not come up, of which `ringback doctor` tells; or another program has its conversations, and asks.
  if (status === 503) return { outcome: 'later', againInMs: AGAIN_MS };
  const reason = reasonOf(answer);
  if (status === 404 || status === 400) return { outcome: 'refused', reason, isPermanent: true };
  return { outcome: 'unknown', reason };
}

function reasonOf({ status, body }: Answer): string {
  return typeof body.error === 'string' ? body.error : `the agent answered ${status}`;
}

function pathOf(session: string): string {
  return `/v1/conversations/${encodeURIComponent(session)}`;
}
