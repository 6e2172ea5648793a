import type { ErrorCode } from '../../base/errors.ts';
import { httpStatus } from '../error-answer.ts';
import type { JsonObject } from './json-schema.ts';

const meanings: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request is wrong; the error names what.',
  not_found: 'There is no such process or ringer, or nothing at this path.',
  ambiguous: 'Several processes begin like this.',
  already_exited: 'The process has ended.',
  already_ran: 'The call with this id ran before, and its process is no longer known.',
  no_stdin: 'The process was started without input.',
  stdin_closed: 'The input has ended.',
  stdin_full: 'The process does not read; try again later.',
  no_terminal: 'The process has no terminal.',
  no_folder: 'The folder is not there.',
  no_program: 'The shell is not there.',
  no_environment: 'There is no environment of this name; the error names those that there are.',
  home_in_use: 'Another program holds the home.',
  home_unsafe: 'The home is open to others.',
  no_keeper: 'The keeper could not be started.',
  no_daemon: 'No daemon answers.',
  detached: 'The keeper of the process is gone: it can be looked at, no more.',
  gone: 'The daemon or the keeper left in the middle: ask again.',
  unreachable: 'The environment does not answer now; ask again later.',
  unauthorized: 'Over TCP: the token is missing, wrong or in the URL.',
  forbidden: 'Over TCP: the Host or Origin header is none that the daemon knows.',
  failed: 'Ringback failed inside; see daemon.log.',
};

/** Responses by status; each status lists the codes that come with it. */
export function describeErrors(codes: readonly ErrorCode[]): JsonObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => httpStatus[code]);
  return Object.fromEntries(
    Array.from(byStatus, ([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\`: ${meanings[code]}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
