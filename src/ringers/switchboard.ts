import type { RingerRule } from '../base/config.ts';
import type { Store } from '../engine/extension.ts';
import type { Notifier } from '../notify/notifier.ts';
import { type Binding, Bindings } from './bindings.ts';
import { kinds } from './kinds.ts';
import { Line } from './line.ts';
import { type RingRow, RingRows } from './ring-rows.ts';
import { prepareRingerSchema } from './schema.ts';

export type SwitchboardOptions = {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly rules: readonly RingerRule[];
  /** Errors that are nobody's input: for daemon.log. */
  report(error: unknown): void;
};

const MOST_SESSIONS = 10_000;

/** Every session that has a ringer has a line here, which gives the agent its turns. */
export class Switchboard {
  readonly #options: SwitchboardOptions;
  readonly #bindings: Bindings;
  readonly #rows: RingRows;
  readonly #lines = new Map<string, Line>();

  constructor(options: SwitchboardOptions) {
    this.#options = options;
    const { database } = options.store;
    prepareRingerSchema(database);
    this.#bindings = new Bindings(database, options.rules);
    this.#rows = new RingRows(database);
  }

  /** Takes up every line that has something to do: rings that an earlier engine left, or something to hear. */
  open(): void {
    const { notifier } = this.#options;
    const open = notifier.history({ isOpen: true, limit: MOST_SESSIONS });
    for (const session of new Set([...this.#rows.all(), ...open].map((one) => one.session)))
      this.connect(session);
    notifier.onUnheard((session) => this.connect(session));
  }

  /** Something is still to be told: a daemon must not leave. */
  get isBusy(): boolean {
    return this.#rows.all().some((ring) => ring.state !== 'dead');
  }

  /** The session has a line if it has a ringer. True: it has. */
  connect(session: string): boolean {
    if (this.#lines.has(session)) return true;
    const binding = this.#bindings.get(session);
    if (!binding) return false;
    const { notifier, store, report } = this.#options;
    this.#lines.set(session, new Line({ binding, notifier, store, rows: this.#rows, report }));
    return true;
  }

  set(binding: Binding & { readonly origin: 'user' | 'agent' }): void {
    if (!this.#bindings.set(binding, Date.now())) return void this.connect(binding.session);
    this.#cut(binding.session);
    this.connect(binding.session);
  }

  remove(session: string): boolean {
    const wasThere = this.#bindings.remove(session);
    this.#cut(session);
    // The configuration may still have one for it.
    this.connect(session);
    return wasThere;
  }

  has(session: string): boolean {
    return this.#bindings.get(session) !== undefined;
  }

  /** What a call of the session brought along; never against what a person has decided. */
  bring(session: string, { kind, settings }: Pick<Binding, 'kind' | 'settings'>): void {
    if (kinds.includes(kind)) this.set({ session, kind, settings, origin: 'agent' });
  }

  binding(session: string): Binding | undefined {
    return this.#bindings.get(session);
  }

  /** Those that were set, and those by a pattern that have a line. */
  bindings(): Binding[] {
    const set = this.#bindings.all();
    const known = new Set(set.map((one) => one.session));
    const others = [...this.#lines.keys()].filter((session) => !known.has(session));
    return [...set, ...others.flatMap((session) => this.#bindings.get(session) ?? [])];
  }

  /** Without those of which nothing is left to tell. */
  rings(): RingRow[] {
    const { notifier } = this.#options;
    const rings = this.#rows.all();
    const isOver = (ring: RingRow) =>
      ring.state === 'dead' && !notifier.areOpen(ring.notifications.map((one) => one.id));
    for (const ring of rings.filter(isOver)) this.#rows.remove(ring.id);
    return rings.filter((ring) => !isOver(ring));
  }

  /** Tries again what waits or was given up. How many. */
  retry(session: string): number {
    const rings = this.#rows.ofSession(session);
    for (const ring of rings) {
      // What may have arrived stays so: it is looked for first.
      const state = ring.state === 'dead' ? 'waiting' : ring.state;
      this.#rows.change(ring, { state, nextAt: Date.now() });
    }
    this.#cut(session);
    this.connect(session);
    return rings.length;
  }

  moveSession(from: string, to: string): void {
    this.#cut(from);
    this.#cut(to);
    this.#rows.moveSession(from, to);
    this.#bindings.move(from, to, Date.now());
    this.connect(to);
  }

  close(): void {
    for (const session of [...this.#lines.keys()]) this.#cut(session);
  }

  #cut(session: string): void {
    this.#lines.get(session)?.close();
    this.#lines.delete(session);
  }
}
