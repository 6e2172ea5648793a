import { type ErrorCode, RingbackError } from '../base/errors.ts';
import { errors, type WireError } from '../wire/error.ts';

/** Some errors are results of their own in docs/behaviour.md, with a `status`. */
const statusWord: Partial<Record<ErrorCode, NonNullable<WireError['status']>>> = {
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
      body: {
        error: 'Internal error.',
        code: 'failed',
        hint: 'See daemon.log; of conversations, the log of the agent: ringback ls --system',
      },
    };
  }
  const word = statusWord[error.code];
  return {
    status: errors[error.code].status,
    body: { error: error.message, code: error.code, hint: error.hint, ...(word && { status: word }) },
  };
}
