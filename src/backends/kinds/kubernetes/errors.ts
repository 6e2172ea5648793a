import { RingbackError } from '../../../base/errors.ts';

type ApiError = {
  readonly code?: unknown;
  readonly body?: unknown;
  readonly message?: unknown;
  readonly cause?: { readonly message?: string; readonly code?: string };
};

/** A sentence for what the API server or the way to it says. The library's own text holds whole answers with headers. */
export function describeError(error: unknown, what: string): RingbackError {
  if (error instanceof RingbackError) return error;
  const code = httpCodeOf(error);
  if (code === 401)
    return new RingbackError(
      'unauthorized',
      `Kubernetes did not accept the credentials (${what}).`,
      'Log in to the cluster again, or fix the user in the kubeconfig.',
    );
  if (code === 403)
    return new RingbackError(
      'forbidden',
      `Kubernetes does not allow it (${what}): ${statusOf(error)?.message ?? ''}`,
      'Needed: get, create and delete on pods, get and create on pods/exec.',
    );
  if (code !== undefined)
    return new RingbackError(
      'failed',
      `Kubernetes says ${code} (${what}): ${statusOf(error)?.message ?? ''}`,
    );
  const { message, cause } = (error ?? {}) as ApiError;
  const reason =
    cause?.message || cause?.code || (typeof message === 'string' && message) || 'no reason was given';
  return new RingbackError('failed', `The Kubernetes API server cannot be reached (${what}): ${reason}`);
}

/** Only the API server's own word counts: a proxy, too, answers 404. */
export function isNotFound(error: unknown): boolean {
  return httpCodeOf(error) === 404 && statusOf(error)?.reason === 'NotFound';
}

export function isConflict(error: unknown): boolean {
  return httpCodeOf(error) === 409;
}

function httpCodeOf(error: unknown): number | undefined {
  const { code, message } = (error ?? {}) as ApiError;
  if (typeof code === 'number') return code;
  const [, answered] = /Unexpected server response: (\d+)/.exec(String(message)) ?? [];
  return answered === undefined ? undefined : Number(answered);
}

function statusOf(error: unknown): { readonly reason?: string; readonly message?: string } | undefined {
  const { body } = (error ?? {}) as ApiError;
  if (typeof body !== 'string') return typeof body === 'object' && body !== null ? body : undefined;
  try {
    return JSON.parse(body) as object;
  } catch {
    return undefined;
  }
}
