import { type Config, defaultConfig } from '../base/config.ts';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { newWakeUpId } from '../base/ids.ts';
import { LONGEST_TIMER_MS } from '../base/longest-timer.ts';
import { untilStored } from '../base/until-stored.ts';
import type { EngineExtension, ExtensionHost } from '../engine/extension.ts';
import type { Fact } from '../notify/context.ts';
import type { Notifier } from '../notify/notifier.ts';
import { createRedactor, type Redactor } from '../redact/redactor.ts';
import type { WakeUpRequest, WireWakeUp } from '../wire/wake.ts';
import { Alarm } from './alarm.ts';
import { WakeClock } from './clock.ts';
import type { WakeContext } from './context.ts';
import { parseRequest } from './parse-request.ts';
import { findParts, outcomeOfEnd } from './parts.ts';
import { countsElapsed, firstDue } from './policy/schedule.ts';
import { resolveWakeUp } from './resolve.ts';
import { ringAtTime, ringIfDecided, settleParts, tellCancelled } from './ring.ts';
import { type Spec, WakeUpRows } from './rows.ts';
import { prepareWakeSchema } from './schema.ts';
import { systemTime, type Time } from './time.ts';
import { toWireWakeUp } from './wire-wake-up.ts';

/** How many ring in one transaction, before others have their turn. */
const AT_ONCE = 100;
/** Without an alarm, a clock that is set is noticed this late. */
const LOOK_EVERY_MS = 10_000;
const PRUNE_EVERY_MS = 3_600_000;

export type WakeUpsOptions = {
  readonly config?: Config;
  readonly redactor?: Redactor;
  readonly time?: Time;
  /** Starts a daemon of the home. Without one there is no alarm. */
  readonly wakeCommand?: readonly string[];
  readonly keeperProgram?: string | undefined;
};

/** Rings sessions at times, and when other things have happened. */
export class WakeUps {
  readonly #context: WakeContext;
  readonly #alarm: Alarm | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pruning: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(host: ExtensionHost, notifier: Notifier, options: WakeUpsOptions = {}) {
    const { config = defaultConfig, time = systemTime, wakeCommand = [], keeperProgram } = options;
    prepareWakeSchema(host.store.database);
    const rows = new WakeUpRows(host.store.database);
    const redactor = options.redactor ?? createRedactor({ enabled: config.redactSecrets });
    this.#context = { host, notifier, config, rows, redactor, clock: new WakeClock(rows, time) };
    if (wakeCommand.length > 0)
      this.#alarm = new Alarm({
        home: host.store.home,
        wakeCommand,
        keeperProgram,
        nextDue: () => this.nextAt,
        onClockSet: () => this.clockChanged(),
      });
  }

  /** When the engine is open: what was due while nobody was there rings now. */
  start(): void {
    const { host, rows } = this.#context;
    untilStored(
      () => this.#isClosed,
      () =>
        host.store.transaction(() => {
          for (const id of rows.awaitedProcesses()) this.#forgetIfGone(id);
        }),
    );
    this.#prune();
    this.#pruning = setInterval(() => this.#prune(), PRUNE_EVERY_MS).unref();
    this.#look();
    void this.#alarm?.open();
  }

  /** The moments of the engine that wake-ups may wait for. */
  get extension(): Required<Pick<EngineExtension, 'ended' | 'removed'>> {
    return {
      ended: (process) =>
        settleParts(this.#context, 'process', process.id, ({ part }) =>
          part.what === 'process' ? outcomeOfEnd(process, part.moment) : null,
        ),
      removed: (id) =>
        settleParts(this.#context, 'process', id, () => ({ state: 'never', why: 'it is no longer known' })),
    };
  }

  /** In the transaction in which it happens. */
  note(fact: Fact): void {
    const at = this.#context.clock.now();
    if (fact.type === 'matched') {
      const { processId, line } = fact;
      settleParts(this.#context, 'process', processId, ({ part }) =>
        part.what === 'process' && part.moment === 'matched' ? { state: 'happened', at, line } : null,
      );
      return;
    }
    if (fact.type === 'ready') {
      settleParts(this.#context, 'process', fact.processId, ({ part }) =>
        part.what === 'process' && part.moment === 'ready' ? { state: 'happened', at: fact.at } : null,
      );
      return;
    }
    for (const name of new Set([fact.event, fact.own]))
      settleParts(this.#context, 'event', name, ({ wakeup }) =>
        this.#context.rows.get(wakeup)?.session === fact.session ? { state: 'happened', at } : null,
      );
  }

  /** `own`: processes and wake-ups of other sessions do not exist. The same id again is the same wake-up. */
  async set(request: WakeUpRequest, { own = false } = {}): Promise<WireWakeUp> {
    // From here on somebody brings us back: what is written down below rings, whatever is killed then.
    if (request.all === undefined && request.any === undefined) await this.#alarm?.ensure();
    return this.#set(request, own);
  }

  #set(request: WakeUpRequest, own: boolean): WireWakeUp {
    const { host, rows, clock, config, redactor } = this.#context;
    const { id = newWakeUpId(), session_key: session } = request;
    failpoint('wake:before-set');
    host.store.transaction(() => {
      if (this.#isKnown(id, session)) return;
      clock.check();
      const now = clock.now();
      const { spec: wished, parts } = parseRequest(request, config, now);
      const spec: Spec = request.rings_when_cancelled ? { ...wished, ringsWhenCancelled: true } : wished;
      this.#checkLimits(session, request.note);
      const found = findParts(this.#context, session, parts, own ? session : undefined);
      const dueAt = spec.kind === 'when' ? null : firstDue(spec, now);
      if (dueAt === undefined) throw new RingbackError('bad_request', 'There is no such time to come.');
      const isElapsed = spec.kind !== 'when' && countsElapsed(spec);
      const note = redactor.redact(request.note);
      rows.insert({ id, session, spec, note, dueAt, createdAt: now, countsElapsed: isElapsed });
      for (const [position, { part, command }] of found.entries())
        rows.insertPart(id, position, part, command);
      for (const row of rows.parts(id)) {
        const outcome = found[row.position]?.outcome;
        if (outcome) rows.settlePart(row, outcome);
      }
      ringIfDecided(this.#context, id);
    });
    failpoint('wake:after-set');
    this.#schedule();
    return this.#toWire(id);
  }

  /** The next one first. */
  list(filter: { readonly session?: string; readonly includeSettled?: boolean } = {}): WireWakeUp[] {
    const { rows } = this.#context;
    return rows.list(filter).map((one) => toWireWakeUp(one, rows));
  }

  /** One that is over stays as it is. With a session, only its own. `silently`: it does not ring for that. */
  cancel(idText: string, session?: string, { silently = false } = {}): WireWakeUp {
    const { host, rows, clock } = this.#context;
    const wakeUp = resolveWakeUp(this.#context, idText, session);
    const { id } = wakeUp;
    host.store.transaction(() => {
      if (!rows.settle(id, 'cancelled', clock.now())) return;
      if (wakeUp.spec.ringsWhenCancelled && !silently) tellCancelled(this.#context, wakeUp);
      settleParts(this.#context, 'wakeup', id, () => ({ state: 'never', why: 'it was cancelled' }));
    });
    this.#schedule();
    return this.#toWire(id);
  }

  moveSession(from: string, to: string): void {
    this.#context.rows.moveSession(from, to);
  }

  /** The user started afresh: nobody is there to be woken. */
  closeSession(session: string): void {
    for (const { wake_id } of this.list({ session })) this.cancel(wake_id, session, { silently: true });
  }

  /** When something rings next; undefined: no time decides. */
  get nextAt(): number | undefined {
    return this.#context.rows.nextDue();
  }

  /** Somebody set the clock, or may have. */
  clockChanged(): void {
    this.#look();
  }

  /** Whether a daemon may leave: nothing is due, or the alarm keeps the time. */
  get canLeave(): boolean {
    const { nextAt } = this;
    return nextAt === undefined || (this.#alarm?.canWaitFor(nextAt, this.#context.clock.now()) ?? false);
  }

  /** Before the engine closes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pruning);
    await this.#alarm?.close();
  }

  /** Rings what is due, and looks again when the next is. */
  #look(): void {
    const { host, rows, clock } = this.#context;
    untilStored(
      () => this.#isClosed,
      () => {
        const due = host.store.transaction(() => {
          clock.check();
          const found = rows.due(clock.now(), AT_ONCE);
          for (const wakeUp of found) ringAtTime(this.#context, wakeUp);
          return found;
        });
        if (due.length < AT_ONCE) this.#schedule();
        else setImmediate(() => this.#look());
      },
    );
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#alarm?.update();
    const dueAt = this.nextAt;
    if (dueAt === undefined) return;
    const longest = this.#alarm?.isThere ? LONGEST_TIMER_MS : LOOK_EVERY_MS;
    const inMs = Math.min(longest, Math.max(0, dueAt - this.#context.clock.now()));
    this.#timer = setTimeout(() => this.#look(), inMs);
  }

  #isKnown(id: string, session: string): boolean {
    const known = this.#context.rows.get(id);
    if (known && known.session !== session)
      throw new RingbackError('bad_request', `${id} is a wake-up of another session.`, 'Choose another id.');
    return known !== undefined;
  }

  #checkLimits(session: string, note: string): void {
    const { rows, config } = this.#context;
    if (note.length > config.wakeNoteCharacters)
      throw new RingbackError(
        'bad_request',
        `"note" must have at most ${config.wakeNoteCharacters} characters.`,
      );
    if (rows.countPending(session) < config.sessionWakeUps) return;
    throw new RingbackError(
      'bad_request',
      `This session has ${config.sessionWakeUps} wake-ups already.`,
      'Cancel some, or raise sessionWakeUps in config.json.',
    );
  }

  /** A process of which nothing is left: nothing of it can happen any more. */
  #forgetIfGone(id: string): void {
    try {
      this.#context.host.get(id);
    } catch {
      this.extension.removed(id);
    }
  }

  #prune(): void {
    const { rows, clock, config } = this.#context;
    untilStored(
      () => this.#isClosed,
      () => rows.prune(clock.now() - config.historyMs),
    );
  }

  #toWire(id: string): WireWakeUp {
    return toWireWakeUp(resolveWakeUp(this.#context, id), this.#context.rows);
  }
}
