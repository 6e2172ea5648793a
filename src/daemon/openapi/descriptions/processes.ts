import type { Descriptions } from '../description.ts';
import { done, error } from '../schemas/daemon.ts';
import { waiting } from '../schemas/notification.ts';
import * as schema from '../schemas/process.ts';

const output = {
  output: {
    summary:
      'Bytes as they were printed, as base64; a mark stands in the place of a secret, unless `raw` was asked for. The id of the event is the offset behind what it stands for.',
    data: schema.outputPiece,
  },
  gap: { summary: 'Bytes that are no longer kept.', data: schema.gap },
  error: { summary: 'The stream cannot go on; the answer ends after it.', data: error },
};

export const processDescriptions: Descriptions = {
  'POST /v1/processes': {
    name: 'startProcess',
    summary: 'Starts a command in the background.',
    details:
      'With an `id` of your own the call may be repeated: the same id never starts a second process, for 7 days after the process was forgotten.',
    status: 201,
    answer: schema.started,
    errors: ['no_folder', 'no_program', 'no_environment', 'unreachable', 'no_keeper', 'gone', 'already_ran'],
  },
  'GET /v1/processes': {
    name: 'listProcesses',
    summary: 'Lists running and recent processes, newest first.',
    answer: schema.processes,
  },
  'POST /v1/processes/kill': {
    name: 'killProcesses',
    summary: 'Ends all processes with all their descendants, or those of a session or task.',
    answer: schema.killAll,
    errors: ['gone'],
  },
  'GET /v1/processes/:id': {
    name: 'getProcess',
    summary: 'Tells what a process is and how it does.',
    answer: schema.process,
  },
  'GET /v1/processes/:id/poll': {
    name: 'pollProcess',
    summary: 'Tells how a process does and what it printed last, or since a cursor.',
    details: 'Asked by the session of the process, an end that is shown here is not told again.',
    answer: schema.poll,
  },
  'GET /v1/processes/:id/log': {
    name: 'readLog',
    summary: 'Shows lines of the output: the last ones, or those that are asked for.',
    answer: schema.log,
  },
  'GET /v1/processes/:id/output': {
    name: 'readOutput',
    summary:
      'Streams the bytes of a range of the output, as it is now; with `raw` exactly as they were printed.',
    details:
      'Every byte of the range is in exactly one event, kept or gone; of a running process, without `raw`, up to a word that may be half a secret. Without `to`, a stream that goes on after a break ends where the output ends then.',
    events: output,
  },
  'GET /v1/processes/:id/follow': {
    name: 'followOutput',
    summary:
      'Streams the bytes as they are printed, from an offset or from now on; with `raw` exactly as they are.',
    details:
      'The stream completes when no more can come. Without `raw` the last word, which may be half a secret, is held back for a second at most. After `ended` there may be output of descendants that were left behind. A stream that breaks goes on behind the last event with Last-Event-ID.',
    events: {
      ...output,
      ended: { summary: 'The process has ended.', data: schema.process },
    },
  },
  'GET /v1/processes/:id/resizes': {
    name: 'listResizes',
    summary: 'Tells the sizes of the terminal over the last bytes of output, for drawing its screen again.',
    answer: schema.resizes,
  },
  'POST /v1/processes/:id/wait': {
    name: 'waitForProcess',
    summary: 'Waits until the process ends, a line matches, or the time is up.',
    details: 'Without `timeout` it waits as long as it takes. A broken connection ends nothing: ask again.',
    answer: schema.wait,
    errors: ['gone'],
  },
  'POST /v1/processes/:id/kill': {
    name: 'killProcess',
    summary: 'Ends a process with all its descendants.',
    answer: schema.kill,
    errors: ['detached', 'gone'],
  },
  'POST /v1/processes/:id/write': {
    name: 'writeInput',
    summary: 'Types text or bytes into the input of a process, and nothing else.',
    details: 'With `writer` and `seq` the call may be repeated: the same numbers are typed once.',
    answer: schema.written,
    errors: ['already_exited', 'no_stdin', 'stdin_closed', 'stdin_full', 'detached', 'gone'],
  },
  'POST /v1/processes/:id/submit': {
    name: 'submitInput',
    summary: 'Types a line of text and Enter.',
    answer: schema.written,
    errors: ['already_exited', 'no_stdin', 'stdin_closed', 'stdin_full', 'detached', 'gone'],
  },
  'POST /v1/processes/:id/close': {
    name: 'closeInput',
    summary: 'Ends the input of a process.',
    answer: done,
    errors: ['already_exited', 'no_stdin', 'stdin_closed', 'detached', 'gone'],
  },
  'POST /v1/processes/:id/resize': {
    name: 'resizeTerminal',
    summary: 'Gives the terminal of a process another size.',
    answer: done,
    errors: ['already_exited', 'no_terminal', 'detached', 'gone'],
  },
  'POST /v1/processes/:id/notify': {
    name: 'changeWishes',
    summary: 'Changes what a running process reports. A new watch looks at what is printed from now on.',
    answer: schema.wishes,
    errors: ['already_exited'],
  },
  'GET /v1/processes/:id/waiting': {
    name: 'isWaiting',
    summary:
      'Tells whether a session has reason to wait for a process: until it ended, or a watch of it matched; for one that is unknown it has none.',
    answer: waiting,
  },
};
