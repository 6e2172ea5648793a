import { runOptions } from '../run/options.ts';
import type { CommandSpec } from '../spec.ts';
import { any, none, one, raw, session, some } from './shared.ts';

const askingSession = {
  ...session,
  help: 'the session that asks (default: $RINGBACK_SESSION, else your own); it is not notified of what it sees here',
};
const watch = {
  type: 'string',
  multiple: true,
  value: 'PATTERN',
  help: 'notify the session when a line contains PATTERN, and if the process fails or ends without such a line; /…/ or /…/i is a regular expression',
} as const;
const notify = { type: 'boolean', help: 'notify the session when it ends; overrides --watch' } as const;

export const processSpecs = {
  run: {
    summary: 'start a command in the background and print its ID',
    usage: '[options] -- COMMAND…',
    arguments: some,
    takesCommand: true,
    options: {
      notify,
      watch,
      ...runOptions,
      after: {
        type: 'string',
        multiple: true,
        value: 'ID',
        help: 'begin when this process has ended with exit code 0, or is ready; never if it fails',
      },
      pty: { type: 'boolean', help: 'run it in a pseudo-terminal' },
      stdin: { type: 'boolean', help: 'keep its input open for write, submit and close' },
      on: { type: 'string', value: 'NAME', help: 'run it in this environment (see: ringback env ls)' },
      sync: {
        type: 'string',
        value: 'DIR',
        impliedValue: '.',
        help: 'with --on: send this folder (default: the current one) there first, and start in it',
        completes: 'folder',
      },
      cwd: { type: 'string', value: 'DIR', help: 'the folder to run in', completes: 'folder' },
      env: {
        type: 'string',
        multiple: true,
        value: 'NAME[=VALUE]',
        help: 'set a variable; without a value, pass on your own',
      },
      session,
      task: { type: 'string', value: 'ID', help: 'the task it belongs to' },
      'log-limit': { type: 'string', value: 'BYTES', help: 'how much of its output to keep, such as 64M' },
      wait: { type: 'boolean', help: 'print its output and exit with its code; Ctrl-C leaves it running' },
      raw: { ...raw, help: `with --wait: ${raw.help}` },
    },
    details: [
      'One argument is a shell command line; several are a program and its arguments.',
      'The command gets your environment variables and runs in your current folder. With --on it gets neither: it starts in the folder of that environment (--cwd is a folder there), with its variables and those of --env. --sync leaves out what .gitignore and .ringbackignore name; see docs/environments.md.',
      'On a terminal, --wait filters out escape codes that set the title or write to the clipboard.',
    ],
    examples: [`ringback run -- 'make -j4 && make test'`, 'ringback run --ready :5173 -- npm run dev'],
  },
  ls: {
    summary: 'list running and recent processes, newest first',
    usage: '[options]',
    arguments: none,
    options: {
      all: { type: 'boolean', help: 'list all ended processes, not only the latest ten' },
      session: { ...session, help: 'only processes of this session' },
      system: { type: 'boolean', help: 'list the programs of Ringback itself too, such as its agent' },
      raw,
    },
    examples: ['ringback ls --all'],
  },
  top: {
    summary: 'watch what runs and what it uses',
    usage: '[options]',
    arguments: none,
    options: {
      once: { type: 'boolean', help: 'print one table and exit; so it does without a terminal' },
      interval: { type: 'string', value: 'S', help: 'seconds between two looks (default: 2)' },
      session: { ...session, help: 'only processes of this session' },
      raw,
    },
    details: [
      'The busiest first, each with the processor use of the last looks. 100 % is one processor; memory is that of everything it started. q or Ctrl-C leaves.',
    ],
    examples: ['ringback top', 'ringback top --once --json'],
  },
  poll: {
    summary: 'show the state of a process and its latest output',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      cursor: { type: 'string', value: 'CURSOR', help: 'only output since the answer with this cursor' },
      session: askingSession,
      raw,
    },
    examples: ['ringback poll 3f9c'],
  },
  show: {
    summary: 'show all that is known of a process',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: { raw },
    details: [
      'Its state, figures, log, notifications and last lines. Nothing counts as seen by its session: `poll` is for that.',
    ],
    examples: ['ringback show 3f9c', 'ringback show web --json'],
  },
  log: {
    summary: 'print the output of a process',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'keep printing until it ends, and exit with its code' },
      offset: { type: 'string', value: 'N', help: 'start at line N, counted from 0' },
      limit: {
        type: 'string',
        short: 'n',
        value: 'N',
        help: 'at most N lines: the last ones, or from --offset on',
      },
      all: { type: 'boolean', help: 'all lines, even on a terminal' },
      grep: {
        type: 'string',
        value: 'PATTERN',
        help: 'only lines that contain PATTERN, with their numbers; /…/ or /…/i is a regular expression',
      },
      context: {
        type: 'string',
        short: 'C',
        value: 'N',
        help: 'with --grep: also N lines before and after each',
      },
      count: { type: 'boolean', help: 'with --grep: only print how many lines match' },
      since: {
        type: 'string',
        value: 'TIME',
        help: 'only output since then: 10m, 2026-01-31T12:00, or seconds since 1970',
      },
      raw: {
        type: 'boolean',
        help: 'the bytes exactly as printed, secrets included; --offset and --limit then count bytes',
      },
      session: askingSession,
    },
    details: [
      'Prints the last 200 lines on a terminal, and everything into a pipe or file.',
      'Escape codes are removed; -f on a terminal keeps colours.',
      'With --grep: -n stops after N lines that match; on a terminal after 200, unless --all is given. Line numbers count from 0, as for --offset. A secret is not found unless --raw is given. Exits with 1 if nothing matches.',
    ],
    examples: ['ringback log -f 3f9c', `ringback log 3f9c --grep '/error|failed/i' -C 2`],
  },
  wait: {
    summary: 'wait until a process ends, prints a line or is ready; exit with its code',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      timeout: {
        type: 'string',
        value: 'S',
        help: 'give up after this many seconds, with exit code 124',
      },
      until: {
        type: 'string',
        value: 'PATTERN',
        help: 'also return when a line contains PATTERN, or already did; prints that line',
      },
      ready: {
        type: 'boolean',
        help: 'also return when it is ready (see: ringback run --ready), or already was; prints where it can be reached',
      },
      session: askingSession,
      raw,
    },
    details: [
      'With --until or --ready, a process that ends without such a line, or before it was ready, never gives exit code 0.',
    ],
    examples: ['ringback wait 3f9c --timeout 60', 'ringback wait web --ready'],
  },
  kill: {
    summary: 'end processes and everything they started',
    usage: '[options] ID… | --all | --task ID',
    arguments: any,
    completes: 'process',
    options: {
      all: { type: 'boolean', help: 'every running process' },
      task: { type: 'string', value: 'ID', help: 'every running process of this task' },
      grace: {
        type: 'string',
        value: 'S',
        help: 'seconds between SIGTERM and SIGKILL; 0 never sends SIGKILL',
      },
      session: {
        ...askingSession,
        help: `with --all or --task: only of this session; with IDs: ${askingSession.help}`,
      },
    },
    examples: ['ringback kill 3f9c'],
  },
  write: {
    summary: 'send text to the input of a process, without Enter',
    usage: 'ID TEXT',
    arguments: { least: 2, most: 2 },
    completes: 'process',
    options: {},
    details: ['TEXT is read from stdin if it is -.'],
    examples: ['ringback write 3f9c y'],
  },
  submit: {
    summary: 'send text and Enter to the input of a process',
    usage: 'ID TEXT',
    arguments: { least: 2, most: 2 },
    completes: 'process',
    options: {},
    examples: [`ringback submit 3f9c 'print(1+1)'`],
  },
  close: {
    summary: 'close the input of a process',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {},
    examples: ['ringback close 3f9c'],
  },
  notify: {
    summary: 'change what a running process notifies its session of',
    usage: 'ID [--complete] [--watch PATTERN]…',
    arguments: one,
    completes: 'process',
    options: { complete: notify, watch },
    details: ['A new watch looks only at output printed from now on.'],
    examples: ['ringback notify 3f9c --complete'],
  },
} as const satisfies Record<string, CommandSpec>;
