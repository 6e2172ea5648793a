import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LONGEST_TIMER_MS } from '../../base/longest-timer.ts';
import { storeFile } from '../../base/store-file.ts';
import type { PlaceRef } from '../environment.ts';

type Timer = { readonly timer: NodeJS.Timeout; readonly ref: PlaceRef };

/** Places that nothing runs in, and when they are let go. Those that we made are remembered over restarts. */
export class IdlePlaces {
  readonly #file: string;
  readonly #release: (ref: PlaceRef) => Promise<void>;
  readonly #made: Map<string, PlaceRef>;
  readonly #inUse = new Set<string>();
  readonly #timers = new Map<string, Timer>();

  constructor(folder: string, release: (ref: PlaceRef) => Promise<void>) {
    this.#file = join(folder, 'places.json');
    this.#release = release;
    this.#made = new Map(readMade(this.#file));
  }

  /** Whether something of ours waits to be let go. */
  get isWaiting(): boolean {
    return [...this.#timers.keys()].some((key) => this.#made.has(key));
  }

  /** We made it, and shall let it go one day, whoever dies until then. */
  made(key: string, ref: PlaceRef): void {
    if (this.#made.has(key)) return;
    this.#made.set(key, ref);
    this.#store();
  }

  use(key: string): void {
    this.#inUse.add(key);
    clearTimeout(this.#timers.get(key)?.timer);
    this.#timers.delete(key);
  }

  /** From now on nothing runs in it. 0: it is never let go. */
  leave(key: string, ref: PlaceRef, afterMs: number): void {
    this.#inUse.delete(key);
    if (afterMs === 0) return;
    clearTimeout(this.#timers.get(key)?.timer);
    const timer = setTimeout(() => void this.letGo(key, ref), Math.min(afterMs, LONGEST_TIMER_MS)).unref();
    this.#timers.set(key, { timer, ref });
  }

  /** What an earlier engine left, and nobody has taken up. */
  resume(afterMs: number): void {
    for (const [key, ref] of this.#made) {
      if (!this.#inUse.has(key) && !this.#timers.has(key)) this.leave(key, ref, afterMs);
    }
  }

  async letGo(key: string, ref: PlaceRef): Promise<void> {
    this.#inUse.delete(key);
    this.#timers.delete(key);
    try {
      await this.#release(ref);
      if (this.#made.delete(key)) this.#store();
    } catch {
      // Out of reach: the next engine tries again.
    }
  }

  close(): void {
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #store(): void {
    mkdirSync(join(this.#file, '..'), { recursive: true, mode: 0o700 });
    storeFile(this.#file, JSON.stringify([...this.#made]));
  }
}

function readMade(file: string): [string, PlaceRef][] {
  try {
    const entries: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(entries) ? (entries as [string, PlaceRef][]) : [];
  } catch {
    return [];
  }
}
