import { ModelError } from '../model.ts';
import type { Provider } from './providers.ts';
import { readError, wishedMs } from './read-error.ts';
import { BrokenStream } from './read-step.ts';

const REASON_CHARACTERS = 300;

const TOO_LONG =
  /context[ _](length|window|size)|maximum context|prompt is too long|too many tokens|input token count|request_too_large|exceeds? the (available|maximum) (context|number of tokens)/i;
/** Not `quota` or `billing` alone: Google says so of a limit per minute. */
const NO_CREDIT =
  /insufficient_quota|billing_(hard|not)|credit balance|insufficient (funds|credits?|balance)/i;
const BAD_KEY = /api[ _]key not valid|invalid[ _]api[ _]key|API_KEY_INVALID/i;

/** What is known of the one who was asked. */
export type Asked = { readonly provider: Provider; readonly model: string; readonly key: string | undefined };

/** What went wrong, as something that the caller can act on and a person can read. The key is never in it. */
export function toModelError(error: unknown, asked: Asked): ModelError {
  if (error instanceof ModelError) return error;
  const { title, baseUrl } = asked.provider;
  const { status, headers, message, text } = readError(error);
  const reason = sentence(asked.key ? message.replaceAll(asked.key, '…') : message);
  // An answer that was good, up to where it broke off.
  if (status === undefined || status < 300) {
    if (error instanceof BrokenStream) return again(`The answer of ${title} broke off.`);
    const fault = faultOf(text, asked, reason);
    if (fault) return fault;
    if (/cannot connect to api|fetch failed/i.test(message))
      return again(
        `${title} cannot be reached${baseUrl ? ` at ${baseUrl}` : ''}: ${reason} Is it running, and is there a network?`,
      );
    return again(`The answer of ${title} broke off: ${reason}`);
  }
  if (status < 400)
    return never(
      `${title} has moved to ${headers.location ?? 'another place'} (${status}). Correct the baseUrl${baseUrl ? ` ${baseUrl}` : ''}.`,
    );
  const retryAfterMs = wishedMs(headers, text, Date.now());
  if (status === 402) return noCredit(title, reason);
  if (status === 413) return tooLong(asked, reason);
  if (status === 401) return badKey(asked, status);
  const fault = faultOf(text, asked, reason);
  if (fault) return fault;
  if (status === 403)
    return never(`${title} does not allow this (403): ${reason} See what the key and the account may do.`);
  if (status === 404)
    return never(
      `${title} has no model ${asked.model}, or nothing answers there (404): ${reason} Choose another model${baseUrl ? `, load it, or correct the baseUrl ${baseUrl}` : ''}.`,
    );
  if (status === 429) return again(`${title} limits how often it is asked (429): ${reason}`, retryAfterMs);
  if (status === 408 || status === 409 || status === 425 || status >= 500)
    return again(`${title} is overloaded or has a problem (${status}): ${reason}`, retryAfterMs);
  return never(`${title} refused the request (${status}): ${reason} Choose another model, or start afresh.`);
}

/** What the text tells, whatever the status. */
function faultOf(text: string, asked: Asked, reason: string): ModelError | undefined {
  if (TOO_LONG.test(text)) return tooLong(asked, reason);
  if (NO_CREDIT.test(text)) return noCredit(asked.provider.title, reason);
  if (BAD_KEY.test(text)) return badKey(asked, 400);
  return undefined;
}

const again = (message: string, retryAfterMs?: number) => new ModelError('again', message, retryAfterMs);
const never = (message: string) => new ModelError('never', message);
const noCredit = (title: string, reason: string) =>
  never(`${title} wants to be paid first: ${reason} Add credit to the account, or choose another model.`);
const tooLong = ({ provider, model }: Asked, reason: string) =>
  new ModelError('too_long', `The conversation is too long for ${provider.name}/${model}: ${reason}`);

/** Without the provider's words: some repeat half of the key. */
function badKey({ provider: { title, keyVariables, keyFile } }: Asked, status: number): ModelError {
  const place = keyFile ?? (keyVariables.join(' or ') || undefined);
  return never(
    place
      ? `${title} does not accept the key in ${place} (${status}). Put a valid one there, and start the agent again.`
      : `${title} wants a key (${status}). Name its variable as apiKeyEnv of the provider in config.json.`,
  );
}

/** One line that ends like a sentence. */
function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length > REASON_CHARACTERS) return `${line.slice(0, REASON_CHARACTERS)}…`;
  return /[.!?…]$/.test(line) ? line : `${line || 'nothing more was said'}.`;
}
