import { type ErrorCode, RingbackError } from '../base/errors.ts';
import type { Fields } from './frames/record.ts';

/** A keeper's error codes that mean the same to our own callers. */
const errorCodes: Readonly<Record<string, ErrorCode>> = {
  no_stdin: 'no_stdin',
  stdin_closed: 'stdin_closed',
  stdin_full: 'stdin_full',
  no_terminal: 'no_terminal',
  ended: 'already_exited',
  bad_request: 'bad_request',
};

/** What a keeper's ERROR means to our own callers. */
export function toRefusal(fields: Fields): RingbackError {
  const code = errorCodes[fields.get('code') ?? ''] ?? 'failed';
  return new RingbackError(code, fields.get('message') || `The keeper refused: ${fields.get('code')}.`);
}

export function keeperGone(): RingbackError {
  return new RingbackError('gone', 'The keeper of this process went away before it answered.');
}
