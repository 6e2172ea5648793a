/** Longer than OpenClaw waits for a place for the turn (15 s). */
const LONGEST_MS = 30_000;
const LONGEST_ERROR = 300;

/** Nobody was there: nothing has been said. */
const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);

export type Answer =
  | { readonly status: number; readonly isTaken: boolean; readonly error: string; readonly againInMs: number }
  | { readonly broke: string; readonly wasReached: boolean };

export async function postHook(
  { url, token }: { readonly url: string; readonly token: string },
  hook: 'agent' | 'wake',
  body: object,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${hook}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      // The token is for this address, not for where it points.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    });
    const text = await response.text();
    const { ok, error } = parse(text);
    return {
      status: response.status,
      isTaken: ok === true,
      error: String(error ?? text).slice(0, LONGEST_ERROR),
      againInMs: 1000 * (Number(response.headers.get('retry-after')) || 0),
    };
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { readonly code?: string };
    return { broke: code || (error as Error).message, wasReached: !unreached.has(code) };
  }
}

/** Early errors are plain text. */
function parse(text: string): { readonly ok?: unknown; readonly error?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as object;
  } catch {
    return {};
  }
}
