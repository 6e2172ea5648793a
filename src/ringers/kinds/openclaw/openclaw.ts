import * as z from 'zod/mini';
import { defineRinger, type Rung } from '../../ringer.ts';
import { type Answer, postHook } from './post-hook.ts';
import { toRung } from './to-rung.ts';

const schema = z
  .strictObject({
    url: z._default(
      z.url({ protocol: /^https?$/ }).check(
        z.refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'must not have a password in it'),
        z.describe("OpenClaw's gateway with its `hooks.path`."),
      ),
      'http://127.0.0.1:18789/hooks',
    ),
    token: z.string().check(z.minLength(1), z.describe('`hooks.token` of openclaw.json.')),
    sessionKey: z.exactOptional(
      z
        .string()
        .check(
          z.minLength(1),
          z.describe('The session as OpenClaw calls it; what follows `openclaw:` in ours, unless told.'),
        ),
    ),
    mode: z._default(
      z
        .enum(['agent', 'wake'])
        .check(
          z.describe(
            'agent: a turn of the session; wake: a heartbeat of it at once, where a repeat is another one.',
          ),
        ),
      'agent',
    ),
    agentId: z.exactOptional(z.string().check(z.describe('The agent, where there are several.'))),
    channel: z.exactOptional(z.string().check(z.describe('Where the answer is to be sent, with `to`.'))),
    to: z.exactOptional(z.string().check(z.describe('To whom it is to be sent there.'))),
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
  return rung.outcome === 'admitted' ? 'what answers there is no OpenClaw' : rung.reason;
}
