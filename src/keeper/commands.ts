import { execFile } from 'node:child_process';
import { type ExitRecord, parseExit } from './exit.ts';
import { type Fields, parseRecord, truthField } from './frames/record.ts';
import { type KillAnswer, parseKillAnswer } from './kill-answer.ts';

/** How the keeper program ended and what it printed. */
export type Ran = { readonly code: number; readonly output: string };
export type RunKeeper = (args: readonly string[], signal?: AbortSignal) => Promise<Ran>;

/** What is left of a process whose keeper is dead. */
export type OfflineStatus = {
  readonly state: 'held' | 'running' | 'ended' | 'detached' | 'lost' | 'unstarted' | 'unknown';
  readonly exit: ExitRecord | undefined;
  /** Why it could not be started, where a job was to start it. */
  readonly refusal: string | undefined;
};

const states = ['held', 'running', 'ended', 'detached', 'lost', 'unstarted'] as const;

/** What it exits with where there is nothing to look at. */
const NO_SUCH_KEEP = 1;

/** What the keeper program does with a keep whose keeper is dead: only it may say what is left, or signal it (promise 4). */
export class KeeperCommands {
  readonly #run: RunKeeper;

  constructor(run: RunKeeper) {
    this.#run = run;
  }

  /** Undefined: it was killed before it could answer. */
  async status(keep: string, signal?: AbortSignal): Promise<OfflineStatus | undefined> {
    const fields = await this.#ask(['status', keep], signal);
    if (!fields) return undefined;
    return {
      state: states.find((state) => state === fields.get('state')) ?? 'unknown',
      exit: fields.has('complete') ? parseExit(fields) : undefined,
      refusal: fields.get('refusal'),
    };
  }

  /** Whether it is certain now that no keeper can start there. */
  async claim(keep: string, signal?: AbortSignal): Promise<boolean> {
    const fields = await this.#ask(['claim', keep], signal);
    return fields !== undefined && truthField(fields, 'claimed');
  }

  async kill(keep: string, graceMs: number, source: string): Promise<KillAnswer> {
    const args = ['kill', keep, '--grace', String(graceMs), '--source', source];
    return parseKillAnswer(parseRecord((await this.#run(args)).output, '\n'));
  }

  /** Resolves once the command of a dead keeper is gone. */
  async awaitGone(keep: string, signal: AbortSignal): Promise<void> {
    await this.#run(['await', keep], signal);
  }

  /** False when the keep has to stay: something foreign is in it, or something runs in it. */
  async remove(keep: string, signal?: AbortSignal): Promise<boolean> {
    return (await this.#run(['remove', keep], signal)).code === 0;
  }

  async #ask(args: readonly string[], signal: AbortSignal | undefined): Promise<Fields | undefined> {
    const { code, output } = await this.#run(args, signal);
    return code === 0 || code === NO_SUCH_KEEP ? parseRecord(output, '\n') : undefined;
  }
}

/** Hundreds of keepers may have died at once: they are asked about a few at a time. */
const AT_ONCE = 8;
const KILLED = 128;

/** The keeper program of this machine. Ends early, with what was printed, when aborted. */
export function commandsOf(program: string): KeeperCommands {
  let running = 0;
  const waiting: (() => void)[] = [];
  const run: RunKeeper = (args, signal) =>
    new Promise((resolve) => {
      execFile(program, args, { cwd: '/', ...(signal && { signal }) }, (error, output) =>
        resolve({ code: error ? Number(error.code) || KILLED : 0, output }),
      );
    });
  return new KeeperCommands(async (args, signal) => {
    if (args[0] !== 'status') return run(args, signal);
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run(args, signal);
    } finally {
      // The next one takes over this one's place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  });
}
