import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeeperCommands } from '../../keeper/commands.ts';
import { KeeperConnection } from '../../keeper/connection.ts';
import { claimKeep, readExit, readMeta } from '../../keeper/keep.ts';
import type { KeeperListener } from '../../keeper/keeper.ts';
import { listOutput } from '../../output/segments.ts';
import type { Finding } from '../backend.ts';

export type Examined = {
  readonly keep: string;
  readonly commands: KeeperCommands;
  readonly listener: KeeperListener;
  /** Whether somebody was told that it runs: then it cannot be called unstarted any more. */
  readonly wasAcknowledged: boolean;
};

const TOO_BUSY = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);
const DAMAGED = 'Its keep is damaged: what became of it is not known.';
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** `exit` decides; then whether the keeper answers; then what the keeper program says of a dead keeper's command. */
export async function examine(examined: Examined): Promise<Finding> {
  const { keep, listener, wasAcknowledged } = examined;
  // A link would show another keep, and its exit would be taken for this one's.
  if (lstatSync(keep, { throwIfNoEntry: false })?.isDirectory() === false)
    return { kind: 'lost', note: DAMAGED };
  for (;;) {
    const exit = readExit(keep);
    if (exit) return { kind: 'ended', exit };
    const answer = await knock(keep, listener);
    if (answer instanceof KeeperConnection) return { kind: 'running', keeper: answer };
    // Between the two looks it may have ended and its keeper left.
    const lateExit = readExit(keep);
    if (lateExit) return { kind: 'ended', exit: lateExit };
    if (answer === 'refused' || wasAcknowledged || hasTraces(keep)) return examineDead(examined);
    mkdirSync(keep, { recursive: true, mode: 0o700 });
    if (claimKeep(keep)) return { kind: 'unstarted' };
    // A keeper was faster: look again.
  }
}

/** A keeper that is stopped is connected to all the same: liveness is the kernel's answer. */
async function knock(
  keep: string,
  listener: KeeperListener,
): Promise<KeeperConnection | 'refused' | 'absent'> {
  for (;;) {
    try {
      return await KeeperConnection.connect(keep, listener);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (ABSENT.has(code)) return 'absent';
      if (!TOO_BUSY.has(code)) return 'refused';
    }
    // Our own trouble, not the keeper's death.
    await sleep(50);
  }
}

async function examineDead({ keep, commands, wasAcknowledged }: Examined): Promise<Finding> {
  if (!wasAcknowledged && isClaimed(keep)) return { kind: 'unstarted' };
  const { state, exit } = (await commands.status(keep)) ?? {};
  if (exit) return { kind: 'ended', exit };
  if (state === 'detached') return { kind: 'detached' };
  // A keeper writes down who its child is before it lets it go: none was let go here.
  if (state === 'unstarted' && !wasAcknowledged && !hasTraces(keep)) return { kind: 'unstarted' };
  const note =
    state === 'lost' && readMeta(keep)
      ? 'Its keeper was killed and it is gone: how it ended is not known.'
      : DAMAGED;
  return { kind: 'lost', note };
}

/** Signs that it ran, whatever else was lost of its keep. */
function hasTraces(keep: string): boolean {
  return readMeta(keep) !== undefined || listOutput(keep).end > 0;
}

/** A plain file in place of the socket: somebody decided that this one shall not start. */
export function isClaimed(keep: string): boolean {
  return lstatSync(join(keep, 'control'), { throwIfNoEntry: false })?.isFile() ?? false;
}
