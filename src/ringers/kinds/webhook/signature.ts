import { createHmac } from 'node:crypto';

/** What the specification asks of a secret. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** One or, while it is being changed, several `whsec_…`, with spaces or commas between; null: that is none. */
export function readSecrets(text: string): Buffer[] | null {
  const secrets = text
    .trim()
    .split(/[\s,]+/)
    .map(readSecret);
  return secrets.every((secret) => secret !== null) ? secrets : null;
}

function readSecret(text: string): Buffer | null {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : null;
}

type Signed = {
  readonly id: string;
  /** Seconds since 1970, of this try. */
  readonly timestamp: number;
  readonly body: string;
  readonly secrets: readonly Buffer[];
};

/** The value of `webhook-signature`: one for each secret, of which the receiver needs to know one. */
export function sign({ id, timestamp, body, secrets }: Signed): string {
  return secrets
    .map(
      (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    .join(' ');
}
