import { RingbackError } from '../../../base/errors.ts';

const HINT = 'Set apiKey of this environment.';

/** A sentence for what the service or the way to it says. */
export function describeError(error: unknown, what: string): RingbackError {
  if (error instanceof RingbackError) return error;
  const { message = String(error) } = error as { message?: string };
  const code = statusOf(error);
  if (/credentials not found/i.test(message))
    return new RingbackError('unauthorized', 'There is no API key for Daytona.', HINT);
  if (code === 401)
    return new RingbackError('unauthorized', `Daytona did not accept the credentials (${what}).`, HINT);
  if (code === 403) return new RingbackError('forbidden', `Daytona does not allow it (${what}): ${message}`);
  if (code !== undefined) return new RingbackError('failed', `Daytona says ${code} (${what}): ${message}`);
  return new RingbackError('failed', `Daytona cannot be reached (${what}): ${message}`);
}

export function statusOf(error: unknown): number | undefined {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' ? statusCode : undefined;
}
