import { RingbackError } from '../base/errors.ts';
import type { Keeper } from '../keeper/keeper.ts';
import { type Context, getSnapshot } from './context.ts';
import { isEnded } from './life.ts';

/** Asks the keeper of a running process; where that cannot be, the error says why in the words of the caller's world. */
export async function askKeeper<T>(
  context: Context,
  id: string,
  ask: (keeper: Keeper) => Promise<T>,
): Promise<T> {
  refuseEnded(context, id);
  // A start that is being carried out is as good as started to whoever knows its id.
  await context.starting.get(id)?.catch(() => {});
  try {
    return await ask(await keeperOf(context, id));
  } catch (error) {
    // It may have ended while it was being asked.
    refuseEnded(context, id);
    throw error instanceof RingbackError ? explain(error, id) : error;
  }
}

function refuseEnded(context: Context, id: string): void {
  if (!isEnded(getSnapshot(context, id).life)) return;
  throw new RingbackError('already_exited', `The process ${id} has ended.`);
}

function keeperOf(context: Context, id: string): Promise<Keeper> {
  const { keeper, after } = context.live.get(id) ?? {};
  if (after) return Promise.reject(queued(id));
  if (keeper) return keeper.catch(() => Promise.reject(gone(id)));
  const { life } = getSnapshot(context, id);
  if (life.state === 'queued') return Promise.reject(queued(id));
  if (life.state !== 'running' || !life.detached) return Promise.reject(gone(id));
  const message = `The process ${id} lost its keeper: it can only be looked at and killed.`;
  return Promise.reject(new RingbackError('detached', message));
}

function queued(id: string): RingbackError {
  return new RingbackError(
    'unreachable',
    `The process ${id} is queued: it does not run yet.`,
    'Try again when it runs; `poll` says what it is waiting for.',
  );
}

function gone(id: string): RingbackError {
  return new RingbackError(
    'gone',
    `The keeper of ${id} does not answer.`,
    'Poll it to see what became of it.',
  );
}

/** A keeper speaks of "it"; the person has a process by name. */
function explain(error: RingbackError, id: string): RingbackError {
  switch (error.code) {
    case 'no_stdin':
      return new RingbackError(
        'no_stdin',
        `The process ${id} was started without an input.`,
        'Start it with `stdin` (a pipe) or `pty` (a terminal) to write to it.',
      );
    case 'stdin_full':
      return new RingbackError(
        'stdin_full',
        `The process ${id} does not read its input; 1 MiB waits already.`,
      );
    case 'stdin_closed':
      return new RingbackError('stdin_closed', `The input of the process ${id} was closed.`);
    case 'no_terminal':
      return new RingbackError('no_terminal', `The process ${id} has no terminal.`, 'Start it with `pty`.');
    default:
      return error;
  }
}
