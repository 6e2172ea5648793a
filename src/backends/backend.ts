import type { ExitRecord } from '../keeper/exit.ts';
import type { Keeper, KeeperListener } from '../keeper/keeper.ts';
import type { KillAnswer } from '../keeper/kill-answer.ts';
import type { SpawnRequest } from '../keeper/spawn-request.ts';
import type { Started } from '../keeper/started.ts';

/** What became of a process, as far as its keep and the kernel tell (promises 3 and 4). */
export type Finding =
  | { readonly kind: 'ended'; readonly exit: ExitRecord }
  | { readonly kind: 'running'; readonly keeper: Keeper }
  /** It never ran, and never will: its keep is claimed. */
  | { readonly kind: 'unstarted' }
  /** A batch system has it and has not started it yet. */
  | { readonly kind: 'waiting' }
  /** Its keeper is dead, it lives. */
  | { readonly kind: 'detached' }
  | { readonly kind: 'lost'; readonly note: string };

/** What is to be run; which program runs it, and where its keep is, is the backend's business. */
export type Launch = Omit<SpawnRequest, 'keep' | 'args'> & {
  /** A shell string. */
  readonly command: string;
  /** Undefined: the one that fits there. */
  readonly shell?: string | undefined;
  readonly wrapper?: string | undefined;
  readonly sandbox?: readonly string[] | undefined;
  /** A folder of this machine that is sent there before. */
  readonly sync?: string | undefined;
  /** Told what a start that takes long is about; with undefined when that is over. */
  readonly say?: (note: string | undefined) => void;
};

/** Where keepers live: this machine, or an environment. Everything else of a process, its log above all, is local. */
export type Backend = {
  /** The folder that a command will start in, whole, where that is not plain. Fails where nobody answers. */
  resolveFolder?(cwd: string, id: string, sync?: string): Promise<string>;
  /** Fails with `SpawnRefused` (nothing runs) or `LauncherGone` (`examine` tells). Undefined: it waits in a queue. */
  spawn(launch: Launch): Promise<Started | undefined>;
  /** The keeper of a process that was just started. */
  connect(id: string, listener: KeeperListener): Promise<Keeper>;
  examine(id: string, listener: KeeperListener, wasAcknowledged: boolean): Promise<Finding>;
  /** The end was seen by somebody else than the listener: comes back when the listener has heard of it too. */
  hearEnd?(id: string): Promise<void>;
  /** Talks to the keeper for the time of one call; undefined when it has left or was killed. */
  visit<T>(id: string, use: (keeper: Keeper) => Promise<T>): Promise<T | undefined>;
  /**
   * Runs a program and its arguments where the process runs, with `input` as its stdin. Resolves with its exit code; fails
   * where that cannot be known.
   */
  run(id: string, args: readonly string[], input: string, signal: AbortSignal): Promise<number>;
  /** Ends what has no keeper to ask: it was killed, or none runs yet. */
  kill(id: string, graceMs: number, source: string): Promise<KillAnswer>;
  /** Comes back when the command of a dead keeper is gone. */
  awaitGone(id: string, signal: AbortSignal): Promise<void>;
  /** How much was printed, once that is more than `offset`; undefined when nothing will come any more. */
  grewOrGone(id: string, offset: number, signal: AbortSignal): Promise<number | undefined>;
  /** It ended: files that are to come back come now. Resolves with what people should know; undefined: there are none. */
  bringResults?(id: string): Promise<string | undefined> | undefined;
  /** Its end is recorded: its keeper need not wait any longer. */
  seen(id: string): Promise<void>;
  /** Of an ended process nothing need stay there. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
};
