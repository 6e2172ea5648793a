/** Errors: what each means, and the status of HTTP it is answered with. */
import * as z from 'zod/mini';
import type { ErrorCode } from '../base/errors.ts';
import { anyText } from './kinds.ts';
import { field, maybe, message } from './message.ts';

type Meaning = { readonly status: number; readonly meaning: string };

export const errors: Readonly<Record<ErrorCode, Meaning>> = {
  bad_request: { status: 400, meaning: 'The request is wrong; the error names what.' },
  not_found: { status: 404, meaning: 'There is no such process or ringer, or nothing at this path.' },
  ambiguous: { status: 404, meaning: 'Several processes begin like this.' },
  already_exited: { status: 409, meaning: 'The process has ended.' },
  already_ran: {
    status: 409,
    meaning: 'The call with this id ran before, and its process is no longer known.',
  },
  conflict: { status: 409, meaning: 'Something else was sent under this id before.' },
  no_stdin: { status: 409, meaning: 'The process was started without input.' },
  stdin_closed: { status: 409, meaning: 'The input has ended.' },
  stdin_full: { status: 429, meaning: 'The process does not read; try again later.' },
  no_terminal: { status: 409, meaning: 'The process has no terminal.' },
  no_folder: { status: 422, meaning: 'The folder is not there.' },
  no_program: { status: 422, meaning: 'The shell is not there.' },
  no_environment: {
    status: 422,
    meaning: 'There is no environment of this name; the error names those that there are.',
  },
  home_in_use: { status: 409, meaning: 'Another program holds the home.' },
  home_unsafe: { status: 500, meaning: 'The home is open to others.' },
  no_keeper: { status: 500, meaning: 'The keeper could not be started.' },
  no_daemon: { status: 503, meaning: 'No daemon answers.' },
  detached: {
    status: 409,
    meaning: 'The keeper of the process is gone: it can be looked at and killed, and takes no input.',
  },
  gone: { status: 410, meaning: 'The daemon or the keeper left in the middle: ask again.' },
  unreachable: { status: 503, meaning: 'The environment does not answer now; ask again later.' },
  unauthorized: { status: 401, meaning: 'Over TCP: the token is missing, wrong or in the URL.' },
  forbidden: {
    status: 403,
    meaning: 'Over TCP: the Host or Origin header is none that the daemon knows.',
  },
  failed: { status: 500, meaning: 'Internal error; see daemon.log.' },
};

export const wireError = message('Error', () => ({
  error: field(anyText, 'A sentence for people.'),
  code: field(z.enum(Object.keys(errors)), 'The kind of error, for programs.'),
  hint: field(anyText, 'What to do next; empty when the error says it all.'),
  status: maybe(z.enum(['not_found', 'already_exited']), 'How it stands.'),
}));
export type WireError = z.output<typeof wireError>;
