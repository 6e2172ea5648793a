import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../base/errors.ts';
import { untilStored } from '../../base/until-stored.ts';
import { isEnded } from '../../engine/life.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { NotifyContext } from '../context.ts';
import { newWatchRow } from '../watch-rows.ts';
import { Watcher } from '../watcher.ts';
import { look, type Sight } from './look.ts';
import { FIRST_PAUSE_MS, nextPause, parseProbe, type ReadyProbe } from './probe.ts';
import { storeReady } from './store-ready.ts';

/** Who listens says where a moment later. */
const PRINTS_MS = 100;

/** A process whose probe does not hold yet. */
type Probing = {
  readonly probe: ReadyProbe;
  readonly closing: AbortController;
  /** Of a pattern. */
  watcher?: Watcher;
  /** It holds; that is not written down yet. */
  sight?: Sight;
  /** It has ended: nothing can be asked of its keeper. */
  isEnding?: boolean;
};

/** Finds out when processes are ready, for those that were started with a probe, and tells it once. */
export class Readiness {
  readonly #context: NotifyContext;
  readonly #probing = new Map<string, Probing>();
  /** Who waits for a process to be ready, or to end. */
  readonly #waiters = new Map<string, Set<() => void>>();
  #isClosed = false;

  constructor(context: NotifyContext) {
    this.#context = context;
  }

  /** Also after a restart: what came true meanwhile is told late. */
  begin(process: ProcessSnapshot): void {
    const probing = this.#create(process);
    if (!probing) return;
    if (probing.watcher) void probing.watcher.run();
    else void this.#lookAgainAndAgain(process.id, probing);
  }

  /** A line that was printed right before the end counts: all output is looked at before that is recorded. */
  finish(process: ProcessSnapshot, finalOffset: number): Promise<boolean> | undefined {
    if (this.#isClosed) return Promise.resolve(false);
    // One that ended while nobody was at home is not probed yet.
    const { id } = process;
    const probing = this.#probing.get(id) ?? this.#create(process);
    if (!probing) return undefined;
    probing.isEnding = true;
    const scanned = probing.watcher?.finish(finalOffset);
    if (!scanned && !probing.sight) return undefined;
    return Promise.resolve(scanned).then(() => {
      if (probing.sight) this.#store(id, probing.sight);
      return !this.#isClosed;
    });
  }

  /** In the transaction that records the end. */
  end(id: string): void {
    this.#stop(id);
    this.#wake(id);
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#probing.keys()) this.#stop(id);
    for (const id of this.#waiters.keys()) this.#wake(id);
  }

  /** True: it is ready. False: it ended before, or the signal fell. */
  async wait(id: string, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const { ready, readyAt, life } = this.#context.host.get(id);
      if (readyAt > 0) return true;
      if (isEnded(life) || signal.aborted || this.#isClosed) return false;
      if (ready === '')
        throw new RingbackError(
          'bad_request',
          `${id} was started without \`ready\`: nobody looks whether it is.`,
          'Start it with ready (`ringback run --ready`), or wait for a line of its output.',
        );
      await this.#change(id, signal);
    }
  }

  #create({ id, ready, readyAt }: ProcessSnapshot): Probing | undefined {
    if (ready === '' || readyAt > 0 || this.#probing.has(id)) return undefined;
    const probe = understand(ready);
    if (!probe) return undefined;
    const probing: Probing = { probe, closing: new AbortController() };
    if (probing.probe.kind === 'pattern') probing.watcher = this.#watch(id, probing, probing.probe.pattern);
    this.#probing.set(id, probing);
    return probing;
  }

  /** Nothing is remembered of it: who finds the line again after a crash tells it then. */
  #watch(id: string, probing: Probing, pattern: string): Watcher {
    const row = newWatchRow(id, [pattern]);
    return new Watcher(this.#context, row, () => {}, {
      rows: { get: () => undefined, put: () => {} },
      offer: (_context, watch, _process, { firstLine }) => {
        void this.#become(id, probing, { line: firstLine });
        return { ...watch, policy: { ...watch.policy, phase: 'disabled' } };
      },
    });
  }

  async #lookAgainAndAgain(id: string, probing: Probing): Promise<void> {
    const { signal } = probing.closing;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; ) {
      const began = performance.now();
      // Whoever cannot be reached now is asked again.
      const sight = await look(this.#context, id, probing.probe, signal).catch(() => undefined);
      if (sight && !signal.aborted) return this.#become(id, probing, sight);
      await sleep(pause, undefined, { ref: false, signal }).catch(() => {});
      pause = nextPause(pause, performance.now() - began - pause);
    }
  }

  /** Its ports are asked for, and what it prints about itself is waited for: where it can be reached is told with it. */
  async #become(id: string, probing: Probing, sight: Sight): Promise<void> {
    probing.sight = sight;
    if (probing.isEnding) return;
    const { closing } = probing;
    if (sight.port) await sleep(PRINTS_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    const ports = sight.ports ?? (await this.#context.host.portsOf(id).catch(() => undefined));
    untilStored(
      () => this.#isClosed || closing.signal.aborted,
      () => this.#store(id, { ...sight, ...(ports && { ports }) }),
    );
  }

  #store(id: string, sight: Sight): void {
    storeReady(this.#context, id, sight);
    this.#stop(id);
    this.#wake(id);
  }

  #stop(id: string): void {
    const probing = this.#probing.get(id);
    this.#probing.delete(id);
    probing?.closing.abort();
    probing?.watcher?.close();
  }

  #wake(id: string): void {
    const waiters = this.#waiters.get(id);
    this.#waiters.delete(id);
    for (const resolve of waiters ?? []) resolve();
  }

  /** Comes back when something has happened to it, or the signal falls. */
  #change(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(id) ?? new Set();
      const leave = () => {
        waiters.delete(done);
        resolve();
      };
      const done = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      waiters.add(done);
      this.#waiters.set(id, waiters);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

/** It was checked when it was asked for; one of a damaged spec, or of a later version, never holds. */
function understand(ready: string): ReadyProbe | undefined {
  try {
    return parseProbe(ready);
  } catch {
    return undefined;
  }
}
