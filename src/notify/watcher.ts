import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '../base/failpoint.ts';
import { isStorageTrouble } from '../base/storage-trouble.ts';
import { RETRY_MS } from '../base/until-stored.ts';
import { readPieces } from '../output/read.ts';
import { compilePatterns } from '../output/scan/patterns.ts';
import { createScanner, type Scanner } from '../output/scan/scanner.ts';
import { type ScannerState, scannerStateAt } from '../output/scan/scanner-state.ts';
import { listOutput } from '../output/segments.ts';
import type { NotifyContext } from './context.ts';
import { toFoundMatch } from './matched-lines.ts';
import { offer } from './offer.ts';
import { addUnscanned } from './policy/watch.ts';
import type { WatchRow, WatchRows } from './watch-rows.ts';

/** One scan step: the lines found in it are one match. Its size follows how fast the patterns are. */
const LARGEST_STEP = 256 * 1024;
const SMALLEST_STEP = 4096;
/** A step that takes longer keeps everybody else waiting. */
const STEP_MS = 2;
/** What is read at once, without waiting for a turn. */
const LITTLE_BYTES = 64 * 1024;
/** Without a match the position is saved this seldom: a rescan finds nothing again. */
const SAVE_BYTES = 8 * 1024 * 1024;

/** Where a scan is remembered, and what becomes of its matches. */
type Keeping = { readonly rows: Pick<WatchRows, 'get' | 'put'>; readonly offer: typeof offer };

/** Reads one process's new output once, however many follow it, and offers what it finds to the policy. */
export class Watcher {
  readonly #context: NotifyContext;
  readonly #onMatch: () => void;
  readonly #rows: Keeping['rows'];
  readonly #offer: Keeping['offer'];
  readonly #closing = new AbortController();
  #scanner: Scanner;
  #row: WatchRow;
  #position: number;
  #savedAt: number;
  #stepBytes = 64 * 1024;
  #quiet: NodeJS.Timeout | undefined;
  /** Steps run one after the other: those of the loop, and those that the end asks for. */
  #busy: Promise<void> = Promise.resolve();

  /** By default matches are the policy's business, and are remembered in the table. */
  constructor(
    context: NotifyContext,
    row: WatchRow,
    onMatch: () => void,
    { rows, offer: offerMatch }: Keeping = { rows: context.watches, offer },
  ) {
    this.#context = context;
    this.#rows = rows;
    this.#offer = offerMatch;
    this.#row = row;
    this.#onMatch = onMatch;
    this.#scanner = resume(row);
    this.#position = this.#scanner.position;
    this.#savedAt = this.#position;
  }

  /** The state of a scanner that has seen everything there is now. */
  static stateFrom({ host }: NotifyContext, processId: string): ScannerState {
    return scannerStateAt(listOutput(host.keep(processId)).end);
  }

  /** Until the end, or `close`. */
  async run(): Promise<void> {
    const { signal } = this.#closing;
    const { host } = this.#context;
    while (!signal.aborted) {
      try {
        const { end, final } = await host.waitForOutput(this.#row.processId, this.#position, signal);
        if (final) return;
        await this.#enqueue(() => this.#scanTo(end));
      } catch (error) {
        if (!signal.aborted) await this.#outlast(error);
      }
    }
  }

  /** Looks at everything before the final offset, an unfinished last line too. */
  finish(finalOffset: number): Promise<void> {
    return this.#enqueue(async () => {
      await this.#scanTo(finalOffset);
      this.#lookAtUnfinishedLine();
    });
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.close();
    await this.#busy;
  }

  close(): void {
    clearTimeout(this.#quiet);
    this.#closing.abort();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#busy.then(() => (this.#closing.signal.aborted ? undefined : work()));
    // What failed for lack of room is asked for again.
    this.#busy = done.catch(() => {});
    return done;
  }

  /** A full disk passes (promise 10); anything else is a fault of ours. */
  async #outlast(error: unknown): Promise<void> {
    if (!isStorageTrouble(error)) throw error;
    await sleep(RETRY_MS, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
  }

  async #scanTo(end: number): Promise<void> {
    clearTimeout(this.#quiet);
    while (this.#position < end && !this.#closing.signal.aborted) {
      // Others want their turn too: a flood of one must not keep the rest waiting.
      if (end - this.#position > LITTLE_BYTES) await this.#context.turnstile.pass();
      if (this.#closing.signal.aborted) return;
      this.#step(Math.min(end, this.#position + this.#stepBytes));
    }
    if (this.#scanner.hasUnfinishedLine)
      this.#quiet = setTimeout(() => void this.#lookWhenQuiet(end), this.#context.config.quietLineMs).unref();
  }

  async #lookWhenQuiet(end: number): Promise<void> {
    try {
      await this.#enqueue(async () => {
        // Further back when the last look could not be stored.
        if (this.#position < end) await this.#scanTo(end);
        if (this.#position === end) this.#lookAtUnfinishedLine();
      });
    } catch (error) {
      await this.#outlast(error);
      await this.#lookWhenQuiet(end);
    }
  }

  #step(to: number): void {
    const { host } = this.#context;
    const began = performance.now();
    let unscanned = 0;
    for (const piece of readPieces(listOutput(host.keep(this.#row.processId), to), this.#position, to)) {
      if (piece.type === 'output') this.#scanner.scan(piece.bytes, piece.offset);
      else {
        this.#scanner.gap(piece.from, piece.to);
        unscanned += piece.to - piece.from;
      }
    }
    this.#position = to;
    this.#take(unscanned);
    const isSlow = performance.now() - began > STEP_MS;
    const next = isSlow ? this.#stepBytes / 2 : this.#stepBytes * 2;
    this.#stepBytes = Math.min(LARGEST_STEP, Math.max(SMALLEST_STEP, next));
  }

  /** A prompt has no newline: it is looked at when nothing followed for a while, and at the end. */
  #lookAtUnfinishedLine(): void {
    this.#scanner.lookAtUnfinishedLine();
    this.#take(0);
  }

  /** Position, counters, policy and the notification they caused: one transaction, so that no line counts twice. */
  #take(unscanned: number): void {
    const { host, redactor } = this.#context;
    const { processId, patterns } = this.#row;
    const output = () => listOutput(host.keep(processId), this.#position);
    const found = toFoundMatch(this.#scanner.take(), patterns, output, redactor);
    const isDue = this.#position - this.#savedAt >= SAVE_BYTES;
    if (!found && unscanned === 0 && !isDue) return;
    failpoint('scan:before-save');
    this.#row = this.#save(() => {
      // The row may have been changed by the end of the watch.
      let row: WatchRow = { ...(this.#rows.get(processId) ?? this.#row), scan: this.#scanner.state };
      if (unscanned > 0) row = { ...row, policy: addUnscanned(row.policy, unscanned) };
      if (found) row = this.#offer(this.#context, row, host.get(processId), found);
      this.#rows.put(row);
      return row;
    });
    failpoint('scan:after-save');
    this.#savedAt = this.#position;
    if (found) this.#onMatch();
    // It is never told of a match again: there is no reason to read on.
    if (this.#row.policy.phase === 'disabled') this.close();
  }

  /** What could not be saved was not found: it is looked at again from where the table says. */
  #save(work: () => WatchRow): WatchRow {
    const { host } = this.#context;
    try {
      return host.store.transaction(work);
    } catch (error) {
      this.#row = this.#rows.get(this.#row.processId) ?? this.#row;
      this.#scanner = resume(this.#row);
      this.#position = this.#scanner.position;
      this.#savedAt = this.#position;
      throw error;
    }
  }
}

function resume({ patterns, scan }: WatchRow): Scanner {
  return createScanner(compilePatterns(patterns), (scan ?? undefined) as ScannerState | undefined);
}
