import type { CommandSpec } from '../spec.ts';
import { none, one } from './shared.ts';

export const homeSpecs = {
  env: {
    summary: 'list and test the environments that commands can run in',
    usage: 'ACTION [options]',
    arguments: { least: 0, most: 1 },
    actions: {
      ls: { help: 'show every environment, its state and how many commands run there; connects to none' },
      test: {
        arguments: 'NAME',
        help: 'check everything that a command there needs, then run one; `local` is this machine',
      },
    },
    options: {
      timeout: {
        type: 'string',
        value: 'S',
        help: 'how many seconds it may take (default: 60)',
        actions: ['test'],
      },
    },
    details: ['Environments are configured under "environments" in config.json; see docs/environments.md.'],
    examples: ['ringback env test gpu'],
  },
  daemon: {
    summary: 'start, stop or inspect the daemon',
    usage: 'ACTION [options]',
    arguments: none,
    actions: {
      start: { help: 'start it in the background; other commands do this when they need it' },
      stop: { help: 'stop it; processes keep running' },
      status: { help: 'show whether it is running' },
      run: { help: 'run it in the foreground' },
      install: { help: 'write a systemd user service that keeps it running' },
      openapi: { help: 'print the OpenAPI description of its HTTP API' },
    },
    options: {
      stay: { type: 'boolean', help: 'do not exit when idle', actions: ['run'] },
      listen: {
        type: 'string',
        value: 'ADDRESS',
        help: 'also serve HTTP on this address, such as 127.0.0.1:7070',
        actions: ['start', 'run'],
      },
    },
    examples: ['ringback daemon status'],
  },
  idle: {
    summary: 'exit with 0 if the machine may sleep, else show what prevents it',
    usage: '[options]',
    arguments: none,
    options: {
      session: {
        type: 'string',
        value: 'KEY',
        help: 'only check whether something of this session runs, is undelivered or is to come',
      },
      task: { type: 'string', value: 'ID', help: 'only check whether a process of this task runs' },
      'max-age': {
        type: 'string',
        value: 'S',
        help: 'with --session: ignore processes older than this (default: 24h; 0: no limit)',
      },
    },
    details: [
      'Running and queued processes, delegates, turns under way and notifications not delivered yet keep it awake; programs of Ringback itself do not. With a wake-up to come it may sleep until then: see next_at.',
      'A session is also kept by a wake-up that does not repeat, and no longer by a process that has run for 24 hours.',
    ],
    examples: [
      'ringback idle && systemctl suspend',
      'ringback idle --json | jq -r .next_at',
      'ringback idle --session claude-code:1234 && echo nothing is to come',
    ],
  },
  doctor: {
    summary: 'check the installation, and say how to fix what is wrong',
    usage: '[options]',
    arguments: none,
    options: {
      connect: { type: 'boolean', help: 'also run a command in every configured environment' },
    },
    examples: ['ringback doctor'],
  },
  completions: {
    summary: 'print a completion script for a shell',
    usage: 'bash|zsh|fish',
    arguments: one,
    completes: ['bash', 'zsh', 'fish'],
    options: {},
    examples: [
      'source <(ringback completions bash)',
      'ringback completions zsh > ~/.zfunc/_ringback    (a folder in your fpath)',
      'ringback completions fish > ~/.config/fish/completions/ringback.fish',
    ],
  },
} as const satisfies Record<string, CommandSpec>;
