import type { Command } from './invocation.ts';
import type { CommandName } from './specs.ts';

/** Loaded on demand: `run` must not pay for the terminal of `attach`. */
export const commands: { readonly [Name in CommandName]: () => Promise<Command<Name>> } = {
  run: () => import('./commands/run.ts'),
  ls: () => import('./commands/ls.ts'),
  top: () => import('./commands/top.ts'),
  poll: () => import('./commands/poll.ts'),
  show: () => import('./commands/show.ts'),
  log: () => import('./commands/log.ts'),
  wait: () => import('./commands/wait.ts'),
  kill: () => import('./commands/kill.ts'),
  write: () => import('./commands/write.ts'),
  submit: () => import('./commands/submit.ts'),
  close: () => import('./commands/close.ts'),
  notify: () => import('./commands/notify.ts'),
  wake: () => import('./commands/wake.ts'),
  inbox: () => import('./commands/inbox.ts'),
  ring: () => import('./commands/ring.ts'),
  chat: () => import('./commands/chat.ts'),
  delegate: () => import('./commands/delegate.ts'),
  attach: () => import('./commands/attach.ts'),
  mcp: () => import('./commands/mcp.ts'),
  acp: () => import('./commands/acp.ts'),
  env: () => import('./commands/env.ts'),
  daemon: () => import('./commands/daemon.ts'),
  idle: () => import('./commands/idle.ts'),
  doctor: () => import('./commands/doctor.ts'),
  completions: () => import('./commands/completions.ts'),
};
