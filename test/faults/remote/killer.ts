import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import { leftThere } from './there.ts';

type Act = 'cut' | 'away' | 'kill hub' | 'stop hub' | 'kill launcher' | 'kill word' | 'kill keeper';
const acts: readonly Act[] = ['cut', 'away', 'kill hub', 'stop hub', 'kill launcher', 'kill word'];

/** Breaks what is between an engine and its processes elsewhere, as long as the engine lives. */
export class Killer {
  readonly #there: string;
  readonly #random: Random;
  readonly #acts: readonly Act[];
  readonly reached: Record<string, number> = {};
  readonly #stopped = new Set<number>();

  /** `killsKeepers`: then some processes cannot be held. */
  constructor(there: string, random: Random, killsKeepers: boolean) {
    this.#there = there;
    this.#random = random;
    this.#acts = killsKeepers ? [...acts, 'kill keeper', 'kill keeper', 'kill keeper'] : acts;
  }

  async plague(victim: ChildProcess, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await sleep(2 ** this.#random.below(8), undefined, { signal });
        const act = this.#acts[this.#random.below(this.#acts.length)] ?? 'cut';
        if (await this.#do(act, victim, signal)) this.count(act);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  count(name: string): void {
    this.reached[name] = (this.reached[name] ?? 0) + 1;
  }

  /** Those that are still stopped: nobody is left like that for ever. */
  continueAll(): void {
    for (const pid of this.#stopped) send(pid, 'SIGCONT');
    this.#stopped.clear();
  }

  async #do(act: Act, victim: ChildProcess, signal: AbortSignal): Promise<boolean> {
    const left = leftThere(this.#there);
    const order = (word: string) => victim.stdin?.write(`${word}\n`) ?? false;
    const pauseMs = 2 ** (4 + this.#random.below(6));
    switch (act) {
      case 'cut':
        return order('cut');
      case 'away':
        order('away');
        await sleep(pauseMs, undefined, { signal });
        return order('back');
      case 'kill hub':
        return this.#kill(left.hubs);
      case 'kill launcher':
        return this.#kill(left.launchers);
      case 'kill word':
        return this.#kill(left.words);
      case 'kill keeper':
        return this.#kill(left.keepers);
      case 'stop hub':
        return this.#stop(left.hubs, pauseMs, signal);
    }
  }

  #kill(pids: readonly number[]): boolean {
    const pid = pids[this.#random.below(pids.length)];
    return pid !== undefined && send(pid, 'SIGKILL');
  }

  async #stop(pids: readonly number[], pauseMs: number, signal: AbortSignal): Promise<boolean> {
    const pid = pids[this.#random.below(pids.length)];
    if (pid === undefined || !send(pid, 'SIGSTOP')) return false;
    this.#stopped.add(pid);
    await sleep(pauseMs, undefined, { signal });
    // Some are left as they are: the next hub ends them.
    if (this.#random.below(4) > 0) this.continueAll();
    return true;
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
