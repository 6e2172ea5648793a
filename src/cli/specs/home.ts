import type { CommandSpec } from '../spec.ts';
import { one } from './shared.ts';

export const homeSpecs = {
  env: {
    summary: 'list and test where commands can be run: environments of config.json',
    usage: 'ls | test NAME',
    arguments: { least: 1, most: 2 },
    completes: ['ls', 'test'],
    options: {
      timeout: {
        type: 'string',
        value: 'S',
        help: 'test: how long it may take; 60 by default',
        of: ['test'],
      },
    },
    details: [
      'ls    show every environment, what is known of it, and how much runs there; connects to none',
      'test  look at everything that a command there needs, then run one; `local` is this machine',
    ],
    example: 'ringback env test gpu',
  },
  daemon: {
    summary: 'start, stop or look at the daemon',
    usage: 'start|stop|status|run|install|openapi',
    arguments: one,
    completes: ['start', 'stop', 'status', 'run', 'install', 'openapi'],
    options: {
      stay: { type: 'boolean', help: 'run: do not leave when idle', of: ['run'] },
      listen: {
        type: 'string',
        value: 'ADDRESS',
        help: 'start, run: serve HTTP there too, such as 127.0.0.1:7070',
        of: ['start', 'run'],
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
  idle: {
    summary: 'tell whether the host may sleep: exit code 0, else what keeps it awake',
    usage: '[options]',
    arguments: { least: 0, most: 0 },
    options: {
      session: { type: 'string', value: 'KEY', help: 'only whether something of this session runs' },
      task: { type: 'string', value: 'ID', help: 'only whether something of this task runs' },
      'max-age': {
        type: 'string',
        value: 'S',
        help: 'with --session: what is older does not count; 24h by default, 0 for no limit',
      },
    },
    details: ['What runs or is queued keeps it awake, and what a session has not been told yet.'],
    example: 'ringback idle && systemctl suspend',
  },
  doctor: {
    summary: 'check that everything is in order, and say how to mend what is not',
    usage: '[options]',
    arguments: { least: 0, most: 0 },
    options: {
      connect: { type: 'boolean', help: 'try the configured environments too, each with a command' },
    },
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
