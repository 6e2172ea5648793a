import { isObject } from '../../base/is-object.ts';

type Headers = Readonly<Record<string, string>>;

export type ReadError = {
  /** Of the HTTP answer, if there was one. */
  readonly status: number | undefined;
  readonly headers: Headers;
  /** In the provider's words. */
  readonly message: string;
  /** All that was said. */
  readonly text: string;
};

/**
 * An error of the AI SDK or the network, or what a provider sent in the middle of a stream. Errors of the SDK have the
 * request in them: nothing of that may be taken for what was answered.
 */
export function readError(error: unknown): ReadError {
  const fields = isObject(error) ? error : {};
  const body = typeof fields.responseBody === 'string' ? fields.responseBody : '';
  const own = messageIn(error) ?? 'unknown error';
  return {
    status: typeof fields.statusCode === 'number' ? fields.statusCode : undefined,
    headers: isObject(fields.responseHeaders) ? (fields.responseHeaders as Headers) : {},
    message: messageIn(parse(body)) ?? own,
    text: `${own}\n${error instanceof Error ? body : JSON.stringify(error)}`,
  };
}

/** Providers put it at different depths; Google puts all into a list. */
function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value || undefined;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isObject(value)) return undefined;
  return messageIn(value.error) ?? messageIn(value.message) ?? messageIn(value.detail);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body.startsWith('<') ? undefined : body;
  }
}

/** How long the provider asks to be left alone, in ms. */
export function wishedMs(headers: Headers, text: string, now: number): number | undefined {
  const exact = Number(headers['retry-after-ms']);
  if (exact > 0) return exact;
  const header = headers['retry-after'];
  const ms = header === undefined ? googlesMs(text) : readHeader(header, now);
  return ms !== undefined && ms > 0 ? ms : undefined;
}

const googlesMs = (text: string): number => Number(/"retryDelay":\s*"([\d.]+)s"/.exec(text)?.[1]) * 1_000;

/** Seconds, or a date. */
const readHeader = (header: string, now: number): number =>
  /^\s*[\d.]+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
