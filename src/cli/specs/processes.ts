import type { CommandSpec } from '../spec.ts';
import { one, raw, session } from './shared.ts';

const grace = {
  type: 'string',
  value: 'S',
  help: 'seconds between SIGTERM and SIGKILL; 0: no SIGKILL',
} as const;
const asker = {
  ...session,
  help: 'the session that asks ($RINGBACK_SESSION): what it sees it is not told again',
};
const watch = {
  type: 'string',
  multiple: true,
  value: 'PATTERN',
  help: 'tell the session when a line contains it, and of an end before that or a bad one; /…/ or /…/i is a regular expression',
} as const;

export const processSpecs = {
  run: {
    summary: 'start a command in the background and print its id',
    usage: '[options] -- COMMAND…',
    arguments: { least: 1, most: Number.POSITIVE_INFINITY },
    takesCommand: true,
    options: {
      notify: { type: 'boolean', help: 'tell the session when it ends; wins over --watch' },
      watch,
      pty: { type: 'boolean', help: 'give it a terminal' },
      stdin: { type: 'boolean', help: 'keep its input open for write, submit and close' },
      'max-runtime': { type: 'string', value: 'S', help: 'end it after that many seconds' },
      on: { type: 'string', value: 'NAME', help: 'run it in this environment (ringback env ls)' },
      sync: {
        type: 'string',
        value: 'DIR',
        standard: '.',
        help: 'with --on: send this folder there first, or your own, and start in it',
        completes: 'folder',
      },
      cwd: { type: 'string', value: 'DIR', help: 'the folder to run in', completes: 'folder' },
      env: {
        type: 'string',
        multiple: true,
        value: 'NAME[=VALUE]',
        help: 'set a variable for it, or hand on your own',
      },
      session,
      task: { type: 'string', value: 'ID', help: 'the task it belongs to' },
      'log-limit': { type: 'string', value: 'BYTES', help: 'how much of its output to keep, such as 64M' },
      wait: { type: 'boolean', help: 'show the output and exit with its code; Ctrl-C leaves it running' },
      raw: { ...raw, help: 'with --wait: the output with what was taken for a secret' },
    },
    details: [
      'One argument is a shell string; several are one program and its arguments.',
      'It runs with your own environment, in your own folder. With --on neither goes along: it starts in the',
      'folder of that environment (--cwd is one there), with its variables and those of --env. With --sync a folder',
      'goes there before, without what .gitignore and .ringbackignore name; see docs/environments.md.',
      'On a terminal --wait lets nothing through that sets its title or writes the clipboard.',
    ],
    example: `ringback run -- 'make -j4 && make test'`,
  },
  ls: {
    summary: 'list running and recent processes, newest first',
    usage: '[options]',
    arguments: { least: 0, most: 0 },
    options: {
      all: { type: 'boolean', help: 'all ended ones too, not only the latest ten' },
      session: { ...session, help: 'only of this session' },
      raw,
    },
    example: 'ringback ls --all',
  },
  poll: {
    summary: 'show how a process is doing and the end of its output',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {
      cursor: { type: 'string', value: 'CURSOR', help: 'only the output since an earlier answer' },
      session: asker,
      raw,
    },
    example: 'ringback poll 3f9c',
  },
  log: {
    summary: 'print the output of a process: all of it into a pipe or file, the last 200 lines on a terminal',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'go on printing what comes, and exit with its code' },
      offset: { type: 'string', value: 'N', help: 'from line N on; 0 is the first' },
      limit: {
        type: 'string',
        short: 'n',
        value: 'N',
        help: 'at most N lines: the last ones, or from --offset on',
      },
      all: { type: 'boolean', help: 'all lines, on a terminal too' },
      since: {
        type: 'string',
        value: 'TIME',
        help: 'from then on: 10m, 2026-01-31T12:00, or seconds since 1970',
      },
      raw: {
        type: 'boolean',
        help: 'the bytes as printed, secrets too; all of them, and offset and limit count bytes',
      },
      session: asker,
    },
    details: ['Text is clean, without codes for terminals; -f keeps colours where it prints to one.'],
    example: 'ringback log -f 3f9c',
  },
  wait: {
    summary: 'wait until a process ends, or prints something, and exit with its code',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      timeout: { type: 'string', value: 'S', help: 'give up after that many seconds, with exit code 124' },
      until: {
        type: 'string',
        value: 'PATTERN',
        help: 'or until a line contains it, which is printed; an earlier one counts too',
      },
      session: asker,
      raw,
    },
    details: ['With --until, ending before such a line is a failure: the exit code is then never 0.'],
    example: 'ringback wait 3f9c --timeout 60',
  },
  kill: {
    summary: 'end processes and everything they started',
    usage: '[options] ID… | --all [--session KEY] | --task ID [--session KEY]',
    arguments: { least: 0, most: Number.POSITIVE_INFINITY },
    completes: 'process',
    options: {
      all: { type: 'boolean', help: 'every running process' },
      task: { type: 'string', value: 'ID', help: 'every running process of a task' },
      grace,
      session: { ...asker, help: `with --all, --task: only of this session; with IDs: ${asker.help}` },
    },
    example: 'ringback kill 3f9c',
  },
  write: {
    summary: 'type text into a process, without Enter; - takes it from stdin',
    usage: 'ID TEXT',
    arguments: { least: 2, most: 2 },
    completes: 'process',
    options: {},
    example: 'ringback write 3f9c y',
  },
  submit: {
    summary: 'type text and Enter into a process',
    usage: 'ID TEXT',
    arguments: { least: 2, most: 2 },
    completes: 'process',
    options: {},
    example: `ringback submit 3f9c 'print(1+1)'`,
  },
  close: {
    summary: 'end the input of a process',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {},
    example: 'ringback close 3f9c',
  },
  notify: {
    summary: 'change what a running process reports',
    usage: 'ID [--complete] [--watch PATTERN]…',
    arguments: one,
    completes: 'process',
    options: {
      complete: { type: 'boolean', help: 'tell the session when it ends; wins over --watch' },
      watch,
    },
    details: ['A new watch looks at what is printed from now on.'],
    example: 'ringback notify 3f9c --complete',
  },
} as const satisfies Record<string, CommandSpec>;
