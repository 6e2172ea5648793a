import { setImmediate as nextTurn } from 'node:timers/promises';
import { failpoint } from '../base/failpoint.ts';
import { readPieces } from '../output/read.ts';
import { compilePatterns } from '../output/scan/patterns.ts';
import { createScanner, type Scanner } from '../output/scan/scanner.ts';
import { type ScannerState, scannerStateAt } from '../output/scan/scanner-state.ts';
import { listOutput } from '../output/segments.ts';
import type { NotifyContext } from './context.ts';
import { toFoundMatch } from './matched-lines.ts';
import { offer } from './offer.ts';
import { addUnscanned } from './policy/watch.ts';
import type { WatchRow } from './watch-rows.ts';

/** One scan step: the lines found in it are one match. Its size follows how fast the patterns are. */
const LARGEST_STEP = 1024 * 1024;
const SMALLEST_STEP = 4096;
/** A step that takes longer keeps everybody else waiting. */
const STEP_MS = 10;
/** Without a match the position is saved this seldom: a rescan finds nothing again. */
const SAVE_BYTES = 8 * 1024 * 1024;

/** Reads one process's new output once, however many follow it, and offers what it finds to the policy. */
export class Watcher {
  readonly #context: NotifyContext;
  readonly #onMatch: () => void;
  readonly #closing = new AbortController();
  readonly #scanner: Scanner;
  #row: WatchRow;
  #position: number;
  #savedAt: number;
  #stepBytes = 64 * 1024;
  #quiet: NodeJS.Timeout | undefined;
  /** Steps run one after the other: those of the loop, and those that the end asks for. */
  #busy: Promise<void> = Promise.resolve();

  constructor(context: NotifyContext, row: WatchRow, onMatch: () => void) {
    this.#context = context;
    this.#row = row;
    this.#onMatch = onMatch;
    this.#scanner = createScanner(
      compilePatterns(row.patterns),
      (row.scan ?? undefined) as ScannerState | undefined,
    );
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
    try {
      for (;;) {
        const { end, final } = await host.waitForOutput(this.#row.processId, this.#position, signal);
        if (final || signal.aborted) return;
        await this.#enqueue(() => this.#scanTo(end));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
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
    this.#busy = this.#busy.then(() => (this.#closing.signal.aborted ? undefined : work()));
    return this.#busy;
  }

  async #scanTo(end: number): Promise<void> {
    clearTimeout(this.#quiet);
    while (this.#position < end && !this.#closing.signal.aborted) {
      this.#step(Math.min(end, this.#position + this.#stepBytes));
      // Others want their turn too: a flood of one must not keep the rest waiting.
      if (this.#position < end) await nextTurn();
    }
    if (this.#scanner.hasUnfinishedLine)
      this.#quiet = setTimeout(() => this.#lookAtUnfinishedLine(), this.#context.figures.quietLineMs).unref();
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
    const { host, watches, redactor } = this.#context;
    const { processId, patterns } = this.#row;
    const output = () => listOutput(host.keep(processId), this.#position);
    const found = toFoundMatch(this.#scanner.take(), patterns, output, redactor);
    const isDue = this.#position - this.#savedAt >= SAVE_BYTES;
    if (!found && unscanned === 0 && !isDue) return;
    failpoint('scan:before-save');
    host.store.transaction(() => {
      // The row may have been changed by the end of the watch.
      let row: WatchRow = { ...(watches.get(processId) ?? this.#row), scan: this.#scanner.state };
      if (unscanned > 0) row = { ...row, policy: addUnscanned(row.policy, unscanned) };
      if (found) row = offer(this.#context, row, host.get(processId), found);
      watches.put(row);
      this.#row = row;
    });
    failpoint('scan:after-save');
    this.#savedAt = this.#position;
    if (found) this.#onMatch();
  }
}
