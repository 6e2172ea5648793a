import type { CommandSpec } from '../spec.ts';
import { any, one, session, some } from './shared.ts';

export const sessionSpecs = {
  inbox: {
    summary: "print a session's pending notifications, or dismiss them",
    usage: '[ACTION] [options]',
    arguments: any,
    actions: {
      dismiss: {
        arguments: '[ID…]',
        help: 'drop pending notifications: all of the session, or those with these notification or process IDs',
      },
    },
    isActionOptional: true,
    options: {
      session: { ...session, help: 'whose notifications (default: see above)' },
      follow: { type: 'boolean', short: 'f', help: 'keep printing notifications as they come' },
      peek: {
        type: 'boolean',
        help: 'print without delivering; without a session, notifications of all sessions',
      },
      once: { type: 'boolean', help: 'wait for a notification, print it and exit' },
      wait: {
        type: 'string',
        value: 'S',
        help: 'with --once: give up after this many seconds, with exit code 124',
      },
      'if-unheard': {
        type: 'boolean',
        help: 'with --once: exit with 124 if another program follows this session',
      },
      pid: {
        type: 'string',
        value: 'PID',
        help: 'with --follow or --once: exit when this process has ended',
      },
      monitor: {
        type: 'boolean',
        help: 'with --follow: limit size and rate to what Claude Code accepts from a monitor',
      },
      close: {
        type: 'boolean',
        help: 'the user started a new conversation: never report what was started so far',
      },
    },
    details: [
      'Printing a notification delivers it: it is not reported again.',
      'The session is --session, $RINGBACK_SESSION, the one in the file $RINGBACK_SESSION_FILE, that of the agent whose shell this is ($CLAUDE_CODE_SESSION_ID, $CODEX_THREAD_ID), or else your own, person:USER, which gets what you start in a terminal.',
    ],
    examples: ['ringback inbox --follow'],
  },
  ring: {
    summary: 'set up how an idle agent is woken with a new turn',
    usage: 'ACTION [options]',
    arguments: any,
    actions: {
      add: {
        arguments: '[SESSION] KIND [KEY=VALUE…]',
        help: 'wake the session this way from now on; KEY=@FILE reads a value, such as a token, from a file',
      },
      ls: { help: 'show every ringer, whether its agent answers, what is pending, what failed and why' },
      rm: {
        arguments: '[SESSION]',
        help: 'stop waking it; pending notifications wait for another way to be delivered',
      },
      test: { arguments: '[SESSION]', help: 'check everything that a ring needs, then send a test ring' },
      retry: { arguments: '[SESSION]', help: 'retry waiting and failed rings now' },
      dismiss: { arguments: '[SESSION]', help: 'drop failed rings' },
      kinds: { arguments: '[KIND…]', help: 'show the kinds of ringers and their settings' },
    },
    options: {
      session: {
        ...session,
        help: 'the session, unless given as an argument (default: $RINGBACK_SESSION, else your own, person:USER)',
        actions: ['add', 'rm', 'test', 'retry', 'dismiss'],
      },
      timeout: {
        type: 'string',
        value: 'S',
        help: 'how many seconds the agent may take (default: 30)',
        actions: ['test'],
      },
      quick: { type: 'boolean', help: 'do not ask the agents whether they answer', actions: ['ls'] },
    },
    examples: [
      `ringback ring add shop:1 command command='./tell-agent.sh'`,
      'ringback ring add shop:1 webhook url=https://example.com/ring secret=@secret.txt',
      'ringback ring add desktop',
    ],
  },
  attach: {
    summary: 'connect your terminal to a process started with --pty',
    usage: 'ID',
    arguments: one,
    completes: 'process',
    options: {},
    details: [
      'Ctrl-] detaches; the process keeps running.',
      'Unlike all other commands, this does not redact secrets. Only escape codes that write to the clipboard (OSC 52) are filtered out; those that set the title are not.',
    ],
    examples: ['ringback attach 3f9c'],
  },
  mcp: {
    summary: 'run the MCP server, or register it with MCP clients',
    usage: '[ACTION] [options]',
    arguments: any,
    actions: {
      install: {
        arguments: '[CLIENT…]',
        help: 'add Ringback to the configuration of these clients; without CLIENT, list the known ones',
      },
    },
    isActionOptional: true,
    options: {
      session: {
        ...session,
        help: 'the session of every call (default: $RINGBACK_SESSION, else found out for each call)',
        actions: [''],
      },
      http: {
        type: 'boolean',
        help: 'serve streamable HTTP on loopback, protected by a token, instead of stdio',
        actions: [''],
      },
      port: { type: 'string', value: 'N', help: 'with --http (default: 7464; 0: any free port)' },
      host: { type: 'string', value: 'ADDRESS', help: 'with --http: 127.0.0.1 (default), ::1 or localhost' },
      scope: { type: 'string', value: 'SCOPE', help: 'user (default) or project', actions: ['install'] },
      all: { type: 'boolean', help: 'every client found on this machine', actions: ['install'] },
      print: { type: 'boolean', help: 'only show what would be written, and where', actions: ['install'] },
      remove: { type: 'boolean', help: 'remove Ringback from the configuration', actions: ['install'] },
    },
    details: ['Without an action this is the server: MCP clients start it, and it exits with its client.'],
    examples: ['ringback mcp install claude-code codex'],
  },
  acp: {
    summary: 'run an ACP agent for an editor, and wake it when a command ends',
    usage: '[options] -- AGENT…',
    arguments: some,
    takesCommand: true,
    options: {},
    details: [
      'The editor starts this instead of the agent. All messages are passed on; the agent also gets the tools of `ringback mcp`, and a turn when a command that it started with them ends.',
    ],
    examples: ['ringback acp -- gemini --acp'],
  },
} as const satisfies Record<string, CommandSpec>;
