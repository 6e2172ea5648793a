import { isIPv4 } from 'node:net';
import * as z from 'zod/mini';
import { described, withoutPassword } from '../../../base/schema.ts';
import { defineRinger, type Ring, type Rung } from '../../ringer.ts';
import { connect } from './connect.ts';
import { post } from './post.ts';
import { readSecrets, sign } from './signature.ts';
import { toRung } from './verdict.ts';

const schema = z
  .strictObject({
    url: described(
      z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).check(withoutPassword),
      'Where to POST to; https, or http on this machine.',
    ),
    secret: described(
      z
        .string()
        .check(z.refine((text) => readSecrets(text) !== null, 'must be whsec_ and 24 to 64 bytes as base64')),
      'What the requests are signed with: whsec_…; while you change it, both, with a space.',
    ),
    timeout: z._default(
      described(z.coerce.number().check(z.gte(1), z.lte(300)), 'Seconds for an answer.'),
      20,
    ),
    allowHttp: z._default(
      described(z.boolean(), 'http to other machines too: everybody on the way can read it.'),
      false,
    ),
  })
  .check(
    z.refine(({ url, allowHttp }) => allowHttp || isPrivate(url), {
      path: ['url'],
      error: 'must be https; http only to this machine, or with allowHttp',
    }),
  );

type Settings = z.output<typeof schema>;

/** A signed request to whoever can give the session its turn (Standard Webhooks 1.0.0). */
export const webhookRinger = defineRinger<Settings>({
  kind: 'webhook',
  summary: 'sends a signed webhook to a program of yours, which has to drop an id that it has seen',
  // By the receiver, as the specification asks of it. One that does not gets a second turn now and then.
  idempotent: 'native',
  schema,
  secrets: ['secret'],
  async ring({ url, secret, timeout }, ring, signal): Promise<Rung> {
    const body = JSON.stringify(toPayload(ring));
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = sign({ id: ring.id, timestamp, body, secrets: readSecrets(secret) ?? [] });
    const headers = {
      'webhook-id': ring.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    return toRung(await post(url, { headers, body, timeoutMs: timeout * 1000, signal }), Date.now());
  },
  /** Connects and leaves: a request that carries nothing might still be taken for something. */
  async check({ url, timeout }, _, signal) {
    const { host, protocol } = new URL(url);
    const problem = await connect(url, timeout * 1000, signal);
    const how = protocol === 'https:' ? 'with TLS' : 'without TLS';
    return [{ name: 'connect', isFine: problem === '', detail: problem || `${host}, ${how}` }];
  },
});

/** The same for every try. Documented in docs/agents/webhook.md. */
function toPayload({ id, session, text, notifications, createdAt }: Ring) {
  return {
    type: 'ringback.ring',
    timestamp: new Date(createdAt).toISOString(),
    data: { id, session_key: session, text, notifications },
  };
}

/** Nobody else can read it on its way. What is no address at all was refused for that. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: 'https:', hostname: '' };
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}
