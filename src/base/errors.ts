/** Errors are part of the interface: a code for programs, a message for people, and what to do next. */
export type ErrorCode =
  | 'bad_request'
  | 'not_found'
  | 'ambiguous'
  | 'already_exited'
  | 'already_ran'
  | 'conflict'
  | 'no_stdin'
  | 'stdin_closed'
  | 'stdin_full'
  | 'no_terminal'
  | 'no_folder'
  | 'no_program'
  | 'no_environment'
  | 'home_in_use'
  | 'home_unsafe'
  | 'no_keeper'
  | 'no_daemon'
  | 'detached'
  | 'gone'
  | 'unreachable'
  | 'unauthorized'
  | 'forbidden'
  | 'failed';

export class RingbackError extends Error {
  override readonly name = 'RingbackError';
  readonly code: ErrorCode;
  /** What the person can do about it; empty if the message says it all. */
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint = '') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
