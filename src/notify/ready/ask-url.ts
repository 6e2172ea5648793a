import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import { quoteWord } from '../../base/quote-word.ts';

const PATIENCE_MS = 5000;

/** The status of its answer; fails where nobody answers. It is not followed elsewhere, and who it claims to be is not checked. */
export function askUrl(url: string, signal: AbortSignal): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const stop = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const options = { signal: stop, agent: false, headers: { 'user-agent': 'ringback' } };
  const asked = /^https:/i.test(url)
    ? askHttps(url, { ...options, rejectUnauthorized: false })
    : askHttp(url, options);
  asked
    .on('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    })
    .on('error', reject)
    .end();
  return promise;
}

/**
 * The same for a shell in another place. Fails where there is neither curl nor wget. A URL may hold a secret, so curl reads it
 * from its stdin (promise 17); the wget of busybox cannot.
 */
export function askUrlThere(text: string): string {
  const { href } = new URL(text);
  const setting = `url = "${href.replace(/[\\"]/g, '\\$&')}"`;
  return [
    'if command -v curl >/dev/null; then',
    `  code=$(printf '%s\\n' ${quoteWord(setting)} | curl -gks -o /dev/null -w '%{http_code}' --noproxy localhost,127.0.0.1,::1 --max-time ${PATIENCE_MS / 1000} -K -) && [ "$code" -lt 500 ]`,
    'else',
    `  wget -q -T ${PATIENCE_MS / 1000} -O /dev/null ${quoteWord(href)}`,
    'fi',
  ].join('\n');
}
