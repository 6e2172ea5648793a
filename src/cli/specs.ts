import type { CommandSpec, OptionSpec } from './spec.ts';

const one = { least: 1, most: 1 };
const grace = {
  type: 'string',
  value: 'S',
  help: 'seconds between SIGTERM and SIGKILL; 0: no SIGKILL',
} as const;
const session = {
  type: 'string',
  value: 'KEY',
  help: 'the session it belongs to ($RINGBACK_SESSION)',
} as const;

const asker = {
  ...session,
  help: 'the session that asks ($RINGBACK_SESSION): what it sees it is not told again',
};
const watch = {
  type: 'string',
  multiple: true,
  value: 'PATTERN',
  help: 'tell the session when a line contains it; /…/ or /…/i is a regular expression',
} as const;

/** Every command, in the order of the help. */
export const specs = {
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
      cwd: { type: 'string', value: 'DIR', help: 'the folder to run in', completes: 'folder' },
      session,
      task: { type: 'string', value: 'ID', help: 'the task it belongs to' },
      'log-limit': { type: 'string', value: 'BYTES', help: 'how much of its output to keep, such as 64M' },
      wait: { type: 'boolean', help: 'show the output and exit with its code; Ctrl-C leaves it running' },
    },
    details: [
      'One argument is a shell string; several are one program and its arguments.',
      'It runs with your own environment, in your own folder.',
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
    },
    example: 'ringback poll 3f9c',
  },
  log: {
    summary: 'print the output of a process; its last 200 lines by default',
    usage: '[options] ID',
    arguments: one,
    completes: 'process',
    options: {
      follow: { type: 'boolean', short: 'f', help: 'go on printing what comes' },
      offset: { type: 'string', value: 'N', help: 'from line N on; 0 is the first' },
      limit: { type: 'string', value: 'N', help: 'at most N lines' },
      since: {
        type: 'string',
        value: 'TIME',
        help: 'from then on: 10m, 2026-01-31T12:00, or seconds since 1970',
      },
      raw: { type: 'boolean', help: 'the bytes as printed; all of them, and offset and limit count bytes' },
      session: asker,
    },
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
    },
    details: ['With --until, ending before such a line is a failure: the exit code is then never 0.'],
    example: 'ringback wait 3f9c --timeout 60',
  },
  kill: {
    summary: 'end processes and everything they started',
    usage: '[options] ID… | --all | --task ID',
    arguments: { least: 0, most: Number.POSITIVE_INFINITY },
    completes: 'process',
    options: {
      all: { type: 'boolean', help: 'every running process' },
      task: { type: 'string', value: 'ID', help: 'every running process of a task' },
      grace,
      session: asker,
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
  inbox: {
    summary: 'print the notifications that are pending for a session, which delivers them',
    usage: '[options]',
    arguments: { least: 0, most: 0 },
    options: {
      session: { ...session, help: 'the session they are for ($RINGBACK_SESSION)' },
      follow: { type: 'boolean', short: 'f', help: 'go on printing what comes' },
      peek: { type: 'boolean', help: 'only look; without a session, at those of all sessions' },
      once: { type: 'boolean', help: 'wait until there is something, print that and exit' },
      wait: { type: 'string', value: 'S', help: 'once: give up after that many seconds, with exit code 124' },
      'if-unheard': { type: 'boolean', help: 'once: 124 at once where somebody else follows this session' },
      pid: { type: 'string', value: 'PID', help: 'follow, once: end when this process has ended' },
      monitor: { type: 'boolean', help: 'follow: in pieces and at a pace that monitors of Claude Code take' },
      close: { type: 'boolean', help: 'the user started afresh: tell nothing of what was started so far' },
    },
    details: ['Where neither names a session, the file of $RINGBACK_SESSION_FILE does, and may change.'],
    example: 'ringback inbox --session claude:42 --follow',
  },
  ring: {
    summary: 'set up, list and test how sessions are rung: how an idle agent gets a new turn',
    usage:
      'add [SESSION] KIND [KEY=VALUE…] | ls | rm [SESSION] | test [SESSION] | retry [SESSION] | dismiss [SESSION] | kinds [KIND…]',
    arguments: { least: 1, most: Number.POSITIVE_INFINITY },
    completes: ['add', 'ls', 'rm', 'test', 'retry', 'dismiss', 'kinds'],
    options: {
      session: { ...session, help: 'the session, where none is named ($RINGBACK_SESSION)' },
      timeout: { type: 'string', value: 'S', help: 'test: how long the agent may take; 30 by default' },
      quick: { type: 'boolean', help: 'ls: do not ask the agents whether they are there' },
    },
    details: [
      'add      ring the session like this from now on; KEY=@FILE takes a value, such as a token, from a file',
      'ls       show every ringer, whether its agent answers, what is pending and what was given up, and why',
      'rm       do not ring it any more; what is pending waits for another way',
      'test     look at everything that a ring needs, then ring once with a text that says that it is a test',
      'retry    try at once what waits, and again what was given up',
      'dismiss  forget what was given up',
      'kinds    show the kinds of ringers and their settings',
      '',
      `ringback ring add shop:1 webhook url=https://example.com/ring secret=@secret.txt`,
      `ringback ring add me desktop`,
    ],
    example: `ringback ring add shop:1 command command='./tell-agent.sh'`,
  },
  attach: {
    summary: 'show the live terminal of a process started with --pty; Ctrl-] leaves it running',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {},
    example: 'ringback attach 3f9c',
  },
  mcp: {
    summary: 'serve MCP clients, or enter Ringback into their configuration',
    usage: '[options] | install [CLIENT…] [options]',
    arguments: { least: 0, most: Number.POSITIVE_INFINITY },
    completes: ['install'],
    options: {
      session: { ...session, help: 'the session of every call ($RINGBACK_SESSION); else each call tells' },
      http: { type: 'boolean', help: 'serve streamable HTTP on loopback instead, with a token' },
      port: { type: 'string', value: 'N', help: 'with --http; 7464 by default, 0 is any that is free' },
      host: { type: 'string', value: 'ADDRESS', help: 'with --http; 127.0.0.1 (default), ::1 or localhost' },
      scope: { type: 'string', value: 'SCOPE', help: 'install: user (default) or project' },
      all: { type: 'boolean', help: 'install: every client that is found here' },
      print: { type: 'boolean', help: 'install: only show what would be written, and where' },
      remove: { type: 'boolean', help: 'install: take our entry out again' },
    },
    details: [
      'Without an action it is the server itself, which a client starts and which ends with it.',
      'install  write our entry; without CLIENT it lists the clients it knows',
    ],
    example: 'ringback mcp install claude-code codex',
  },
  acp: {
    summary: 'run an agent for an editor that speaks ACP, and give it turns when something ends',
    usage: '[options] -- AGENT…',
    arguments: { least: 1, most: Number.POSITIVE_INFINITY },
    takesCommand: true,
    options: {},
    details: [
      'The editor starts this in place of the agent. Everything passes through; the agent also gets the',
      'tools of `ringback mcp`, and a turn of its own when a command that it started that way ends.',
    ],
    example: 'ringback acp -- gemini --acp',
  },
  daemon: {
    summary: 'start, stop or look at the daemon',
    usage: 'start|stop|status|run|install|openapi',
    arguments: one,
    completes: ['start', 'stop', 'status', 'run', 'install', 'openapi'],
    options: {
      stay: { type: 'boolean', help: 'run: do not leave when idle' },
      listen: {
        type: 'string',
        value: 'ADDRESS',
        help: 'start, run: serve HTTP there too, such as 127.0.0.1:7070',
      },
    },
    details: [
      'start    start it in the background; commands do so by themselves',
      'stop     end it; processes run on',
      'status   tell whether it runs',
      'run      run it in the foreground',
      'install  write a systemd user service that keeps it running',
      'openapi  print the description of its HTTP interface',
    ],
    example: 'ringback daemon status',
  },
  doctor: {
    summary: 'check that everything is in order, and say how to mend what is not',
    usage: '',
    arguments: { least: 0, most: 0 },
    options: {},
    example: 'ringback doctor',
  },
  completions: {
    summary: 'print a completion script for a shell',
    usage: 'bash|zsh|fish',
    arguments: one,
    completes: ['bash', 'zsh', 'fish'],
    options: {},
    details: [
      'bash  source <(ringback completions bash)',
      'zsh   ringback completions zsh > ~/.zfunc/_ringback (a folder in your fpath)',
      'fish  ringback completions fish > ~/.config/fish/completions/ringback.fish',
    ],
    example: 'source <(ringback completions bash)',
  },
} as const satisfies Record<string, CommandSpec>;

export type CommandName = keyof typeof specs;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(specs, text);
}

type ValueOf<Option extends OptionSpec> = Option['type'] extends 'boolean'
  ? boolean
  : Option extends { multiple: true }
    ? string[]
    : string;

/** The options of a command, as they were given. */
export type Values<Name extends CommandName> = {
  readonly [Option in keyof (typeof specs)[Name]['options']]?: (typeof specs)[Name]['options'][Option] extends OptionSpec
    ? ValueOf<(typeof specs)[Name]['options'][Option]>
    : never;
};
