import { type ErrorCode, RingbackError } from '../base/errors.ts';
import type { WireError } from '../wire/types.ts';

export const httpStatus: Record<ErrorCode, number> = {
  bad_request: 400,
  not_found: 404,
  ambiguous: 404,
  already_exited: 409,
  already_ran: 409,
  no_stdin: 409,
  stdin_closed: 409,
  stdin_full: 429,
  no_terminal: 409,
  no_folder: 422,
  no_program: 422,
  no_environment: 422,
  home_in_use: 409,
  home_unsafe: 500,
  no_keeper: 500,
  no_daemon: 503,
  detached: 409,
  gone: 410,
  unreachable: 503,
  unauthorized: 401,
  forbidden: 403,
  failed: 500,
};

/** Some errors are results of their own in docs/behaviour.md, with a `status`. */
const statusWord: Partial<Record<ErrorCode, WireError['status']>> = {
  not_found: 'not_found',
  ambiguous: 'not_found',
  already_exited: 'already_exited',
};

export type ErrorAnswer = { readonly status: number; readonly body: WireError };

/** What a client may know of an error: never a stack trace. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof RingbackError)) {
    return {
      status: 500,
      body: { error: 'Ringback failed inside.', code: 'failed', hint: 'See daemon.log.' },
    };
  }
  const word = statusWord[error.code];
  return {
    status: httpStatus[error.code],
    body: { error: error.message, code: error.code, hint: error.hint, ...(word && { status: word }) },
  };
}
