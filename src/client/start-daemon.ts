import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { nextSocket } from '../base/answers.ts';
import { type ErrorCode, RingbackError } from '../base/errors.ts';
import { prepareHome } from '../base/home.ts';
import { daemonCommand } from '../base/programs.ts';
import { inScope } from '../base/scope.ts';
import { canConnect } from './can-connect.ts';
import { daemonEnvironment } from './daemon-environment.ts';
import { tryStartLock } from './start-lock.ts';

/** How long another holder of the lock may take until it answers or leaves. */
const OTHER_DAEMON_MS = 20_000;

/** Where the daemon's ready message comes from (transport/ready.ts). */
const READY_FD = 3;

/** Returns when a daemon answers in this home, whoever started it; one that is started here gets `options`. */
export async function startDaemon(
  home: string,
  options: readonly string[] = [],
): Promise<'started' | 'was_there'> {
  prepareHome(home);
  const deadline = Date.now() + OTHER_DAEMON_MS;
  let wasKilled = false;
  while (Date.now() < deadline) {
    if (await canConnect(home)) return 'was_there';
    const outcome = await tryToStart(home, options);
    if (outcome === 'started') return 'started';
    wasKilled = outcome === 'killed';
    // Whoever holds a lock is about to answer, or about to leave.
    await nextSocket(home, 'daemon.sock');
  }
  if (wasKilled) {
    throw new RingbackError('no_daemon', 'The daemon is killed whenever it starts.', 'Run: ringback doctor');
  }
  throw new RingbackError(
    'home_in_use',
    `A program holds ${home} but does not answer on its socket.`,
    'End that program, or name another home with --home.',
  );
}

/** `busy`: another one is starting or still leaving. */
async function tryToStart(home: string, options: readonly string[]): Promise<'started' | 'busy' | 'killed'> {
  const lock = tryStartLock(home);
  if (!lock) return 'busy';
  try {
    const message = await spawnDaemon(home, options);
    if (message === 'killed') return 'killed';
    if (message.ready) return 'started';
    if (message.code === 'home_in_use') return 'busy';
    throw new RingbackError(message.code as ErrorCode, message.error, message.hint);
  } finally {
    lock.release();
  }
}

type ReadyMessage = { ready: boolean; error: string; code: string; hint: string };

/** A daemon in a session of its own, so that neither a closed terminal nor Ctrl-C reaches it, nor the end of a service. */
async function spawnDaemon(home: string, options: readonly string[]): Promise<ReadyMessage | 'killed'> {
  const command = [...daemonCommand(), '--home', home, '--ready-fd', String(READY_FD), ...options];
  const [program = '', ...args] = inScope(command);
  const child = spawn(program, args, {
    cwd: '/',
    detached: true,
    env: daemonEnvironment(process.env),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const ended = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('exit', (_, signal) => resolve(signal)),
  );
  child.unref();
  try {
    const text = await Promise.race([readAll(child.stdio[READY_FD] as Readable), failed]);
    return JSON.parse(text) as ReadyMessage;
  } catch (error) {
    const isSilent = error instanceof SyntaxError;
    if (isSilent) {
      child.ref();
      if ((await ended) !== null) return 'killed';
    }
    const reason = isSilent ? 'it ended without a word' : (error as Error).message;
    return {
      ready: false,
      code: 'no_daemon',
      error: `The daemon did not start: ${reason}.`,
      hint: 'Run: ringback doctor',
    };
  }
}

async function readAll(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
