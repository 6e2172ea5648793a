import { RingbackError } from '../../../base/errors.ts';

const NOT_FOUND = 5;
const PERMISSION_DENIED = 7;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

/** A sentence for what the service or the way to it says. */
export function describeError(error: unknown, what: string): RingbackError {
  if (error instanceof RingbackError) return error;
  const { message = String(error) } = error as { message?: string };
  const details = (error as { details?: string }).details || message;
  const hint = 'Set tokenId and tokenSecret of this environment, or put them into ~/.modal.toml.';
  switch (codeOf(error)) {
    case UNAUTHENTICATED:
      return new RingbackError(
        'unauthorized',
        `Modal did not accept the credentials (${what}): ${details}`,
        hint,
      );
    case PERMISSION_DENIED:
      return new RingbackError('forbidden', `Modal does not allow it (${what}): ${details}`);
    case UNAVAILABLE:
      return new RingbackError('failed', `Modal cannot be reached (${what}): ${details}`);
    default:
      return /token_id|credentials/i.test(message)
        ? new RingbackError('unauthorized', `There are no credentials for Modal.`, hint)
        : new RingbackError('failed', `Modal says (${what}): ${details}`);
  }
}

export function isNotFound(error: unknown): boolean {
  return codeOf(error) === NOT_FOUND;
}

function codeOf(error: unknown): number | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'number' ? code : undefined;
}
