import * as z from 'zod/mini';
import { described, filledText, optional, withoutPassword } from '../../../base/schema.ts';
import { defineRinger, type Rung } from '../../ringer.ts';
import { type Answer, postHook } from './post-hook.ts';
import { toRung } from './to-rung.ts';

const schema = z
  .strictObject({
    url: z._default(
      described(
        z.url({ protocol: /^https?$/ }).check(withoutPassword),
        "OpenClaw's gateway with its `hooks.path`.",
      ),
      'http://127.0.0.1:18789/hooks',
    ),
    token: described(filledText, '`hooks.token` of openclaw.json.'),
    sessionKey: optional(
      filledText,
      'The session as OpenClaw calls it; what follows `openclaw:` in ours, unless told.',
    ),
    mode: z._default(
      described(
        z.enum(['agent', 'wake']),
        'agent: a turn of the session; wake: a heartbeat of it at once, where a repeat is another one.',
      ),
      'agent',
    ),
    agentId: optional(z.string(), 'The agent, where there are several.'),
    channel: optional(z.string(), 'Where the answer is to be sent, with `to`.'),
    to: optional(z.string(), 'To whom it is to be sent there.'),
  })
  .check(
    z.refine(
      ({ channel, to }) => (channel === undefined) === (to === undefined),
      'need both "channel" and "to", or neither',
    ),
  );

type Settings = z.output<typeof schema>;

export const openclawRinger = defineRinger<Settings>({
  kind: 'openclaw',
  summary:
    'gives a session of OpenClaw a turn through its hooks (which forget after minutes, and at a restart)',
  // For five minutes after the turn, and until it is started again: docs/agents/openclaw.md tells of later ones.
  idempotent: 'native',
  schema,
  secrets: ['token'],

  async ring(settings, { id, session, text }, signal): Promise<Rung> {
    const sessionKey = settings.sessionKey ?? session.replace(/^openclaw:/, '');
    const common = { sessionKey, ...(settings.agentId !== undefined && { agentId: settings.agentId }) };
    const answer =
      settings.mode === 'wake'
        ? await postHook(settings, 'wake', { ...common, text, mode: 'now' }, signal)
        : await postHook(settings, 'agent', { ...common, ...turn(settings, text) }, signal, {
            'idempotency-key': id,
          });
    return toRung(answer);
  },

  /** An empty request is let in by the token and refused for what it lacks: nobody gets a turn. */
  async check(settings, _, signal) {
    const answer = await postHook(settings, 'agent', {}, signal);
    const isLetIn = 'status' in answer && answer.status === 400;
    return [
      {
        name: 'hooks',
        isFine: isLetIn,
        detail: isLetIn ? 'they are on, and the token is right' : why(answer),
      },
    ];
  },
});

function turn({ channel, to }: Settings, message: string): object {
  const delivery = channel === undefined ? { deliver: false } : { deliver: true, channel, to };
  return { message, name: 'Ringback', sessionMode: 'persistent', ...delivery };
}

function why(answer: Answer): string {
  const rung = toRung(answer);
  return 'reason' in rung ? rung.reason : 'what answers there is no OpenClaw';
}
