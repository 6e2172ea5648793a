import type { CommandSpec } from '../spec.ts';
import { one, session } from './shared.ts';

export const sessionSpecs = {
  inbox: {
    summary: 'print the notifications that are pending for a session, which delivers them; or dismiss them',
    usage: '[options] | dismiss [ID…]',
    arguments: { least: 0, most: Number.POSITIVE_INFINITY },
    completes: ['dismiss'],
    options: {
      session: { ...session, help: 'the session they are for ($RINGBACK_SESSION), else your own' },
      follow: { type: 'boolean', short: 'f', help: 'go on printing what comes' },
      peek: { type: 'boolean', help: 'only look; without a session, at those of all sessions' },
      once: { type: 'boolean', help: 'wait until there is something, print that and exit' },
      wait: { type: 'string', value: 'S', help: 'once: give up after that many seconds, with exit code 124' },
      'if-unheard': { type: 'boolean', help: 'once: 124 at once where somebody else follows this session' },
      pid: { type: 'string', value: 'PID', help: 'follow, once: end when this process has ended' },
      monitor: { type: 'boolean', help: 'follow: in pieces and at a pace that monitors of Claude Code take' },
      close: { type: 'boolean', help: 'the user started afresh: tell nothing of what was started so far' },
    },
    details: [
      'dismiss  do not tell what is pending: of the session, or of notifications and processes by their ids',
      '',
      'Whose: --session, $RINGBACK_SESSION, the file of $RINGBACK_SESSION_FILE (which may change), that of the agent in',
      'whose shell you are ($CLAUDE_CODE_SESSION_ID, $CODEX_THREAD_ID), else your own, person:USER: what you start at a',
      'terminal is told there.',
    ],
    example: 'ringback inbox --follow',
  },
  ring: {
    summary: 'set up, list and test how sessions are rung: how an idle agent gets a new turn',
    usage:
      'add [SESSION] KIND [KEY=VALUE…] | ls | rm [SESSION] | test [SESSION] | retry [SESSION] | dismiss [SESSION] | kinds [KIND…]',
    arguments: { least: 1, most: Number.POSITIVE_INFINITY },
    completes: ['add', 'ls', 'rm', 'test', 'retry', 'dismiss', 'kinds'],
    options: {
      session: {
        ...session,
        help: 'the session, where none is named ($RINGBACK_SESSION); else your own, person:USER',
        of: ['add', 'rm', 'test', 'retry', 'dismiss'],
      },
      timeout: {
        type: 'string',
        value: 'S',
        help: 'test: how long the agent may take; 30 by default',
        of: ['test'],
      },
      quick: { type: 'boolean', help: 'ls: do not ask the agents whether they are there', of: ['ls'] },
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
      `ringback ring add desktop`,
    ],
    example: `ringback ring add shop:1 command command='./tell-agent.sh'`,
  },
  attach: {
    summary: 'show the live terminal of a process started with --pty; Ctrl-] leaves it running',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {},
    details: [
      'The terminal is shown as it is, with secrets that are printed to it; everything else takes them out.',
      'Only what writes the clipboard (OSC 52) is held back; titles pass.',
    ],
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
} as const satisfies Record<string, CommandSpec>;
