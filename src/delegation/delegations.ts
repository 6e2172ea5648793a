import { type Config, defaultConfig } from '../base/config.ts';
import { RingbackError } from '../base/errors.ts';
import { failpoint } from '../base/failpoint.ts';
import { newDelegationId } from '../base/ids.ts';
import { delegateCommand } from '../base/programs.ts';
import { untilStored } from '../base/until-stored.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineExtension, ExtensionHost } from '../engine/extension.ts';
import { Reminder } from '../engine/reminder.ts';
import type { Notifier } from '../notify/notifier.ts';
import { createRedactor, type Redactor } from '../redact/redactor.ts';
import type {
  DelegationMessageRequest,
  DelegationRequest,
  DelegationsQuery,
  InterruptDelegationRequest,
  InterruptDelegationsRequest,
  WireAssignment,
  WireDelegation,
  WireDispatched,
  WireInterrupted,
  WireMessaged,
  WireOrder,
} from '../wire/delegation.ts';
import { assignmentOf, findTask } from './assignment.ts';
import { type DelegationContext, nameIn } from './context.ts';
import { dispatch } from './dispatch.ts';
import { endUnstarted, endWithProcess } from './end-task.ts';
import { forgetOld } from './forget.ts';
import { interruptTasks } from './interrupt.ts';
import { Orders } from './orders.ts';
import { resolveUnit } from './resolve.ts';
import { DelegationRows } from './rows.ts';
import { prepareDelegationSchema } from './schema.ts';
import { Stops } from './stops.ts';
import { Tidying } from './tidying.ts';
import type { Task } from './unit.ts';
import { toWireDelegation } from './wire-delegation.ts';

export type DelegationsOptions = {
  readonly config?: Config;
  readonly redactor?: Redactor;
  readonly now?: () => number;
  /** Starts a daemon of the home. Without one nobody comes back for what is under way. */
  readonly wakeCommand?: readonly string[];
  /** What is started for a task; default: our own program. */
  readonly command?: DelegationContext['command'];
  /** How long somebody may take to repeat a call that was cut off. */
  readonly repeatMs?: number;
  /** Nothing more is told to a session, and its wake-ups are cancelled. */
  closeSession?(session: string): void;
  report?(error: unknown): void;
};

const REPEAT_MS = 30_000;
const FORGET_EVERY_MS = 3_600_000;
const INTERRUPTED = 'It was interrupted.';
const NEVER_BEGAN = 'It never began: whoever sent it, and the daemon, were gone before that.';

/** Goals that are handed to other agents, each of which is a process (promise 24). */
export class Delegations {
  readonly #context: DelegationContext;
  readonly #options: DelegationsOptions;
  readonly #stops: Stops;
  readonly #tidying: Tidying;
  readonly #reminder: Reminder;
  /** Calls that are carried out, by the id of their delegation. */
  readonly #dispatching = new Map<string, Promise<WireDispatched>>();
  /** Until a call that was cut off must have been repeated. */
  #repeating: NodeJS.Timeout | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  #engine: Engine | undefined;
  #isClosed = false;

  constructor(host: ExtensionHost, notifier: Notifier, options: DelegationsOptions = {}) {
    const { config = defaultConfig, now = Date.now, wakeCommand = [] } = options;
    prepareDelegationSchema(host.store.database);
    const rows = new DelegationRows(host.store.database);
    this.#options = options;
    this.#reminder = new Reminder(wakeCommand);
    this.#context = {
      host,
      notifier,
      config,
      redactor: options.redactor ?? createRedactor({ enabled: config.redactSecrets }),
      rows,
      orders: new Orders(host.store.database, rows),
      now,
      isClosed: () => this.#isClosed,
      engine: () => {
        if (!this.#engine) throw new RingbackError('gone', 'The engine is not open yet.');
        return this.#engine;
      },
      command: options.command ?? delegateCommand,
      onEnded: (name) => this.#ended(name),
    };
    const report = (error: unknown) => options.report?.(error);
    this.#stops = new Stops(this.#context, this.#reminder, report);
    this.#tidying = new Tidying(this.#context, {
      reminder: this.#reminder,
      closeSession: (session) => options.closeSession?.(session),
      report,
    });
  }

  /** The moments of the engine in which a delegate begins, hangs and ends. */
  get extension(): Required<Pick<EngineExtension, 'starting' | 'running' | 'noticed' | 'ended' | 'removed'>> {
    const { rows } = this.#context;
    return {
      starting: (session) => {
        const name = nameIn(session);
        // What it was to leave behind is seen to already, and what it asked for last may come late.
        if (name !== undefined && rows.task(name)?.state === 'ended')
          throw new RingbackError('gone', 'The delegate that asks has ended: nothing of it begins any more.');
      },
      running: ({ delegation, id, startedAt }) => {
        const task = delegation === '' ? undefined : this.#taskAt(delegation);
        if (task) untilStored(this.#context.isClosed, () => rows.begin(task, id, startedAt));
      },
      noticed: ({ delegation, quietAfter }, notice) => {
        const task = delegation === '' || notice.type !== 'quiet' ? undefined : this.#taskAt(delegation);
        if (!task) return;
        const why = `It hung: it had printed nothing for ${quietAfter} s.`;
        const [hung] = interruptTasks(this.#context, [task], { why, graceMs: 0, hasStalled: true });
        if (hung) setImmediate(() => this.#stops.schedule(hung.name));
      },
      ended: (process) => {
        if (process.delegation !== '') endWithProcess(this.#context, process);
      },
      removed: (id) => {
        if (rows.forget(id)) setImmediate(() => this.#awaitRepetition());
      },
    };
  }

  /** When the engine is open: goes on with what an earlier daemon left. */
  start(engine: Engine): void {
    this.#engine = engine;
    const { rows } = this.#context;
    for (const { name } of rows.tasksIn('ended')) this.#tidying.begin(name);
    for (const { name } of rows.tasksIn('interrupting')) this.#stops.schedule(name);
    this.#awaitRepetition();
    this.#forget();
    this.#forgetting = setInterval(() => this.#forget(), FORGET_EVERY_MS).unref();
  }

  /** Returns when its delegates are started. The same id again is the same delegation. */
  dispatch(request: DelegationRequest): Promise<WireDispatched> {
    const { id = newDelegationId() } = request;
    const known = this.#dispatching.get(id);
    if (known) return known;
    // From here on somebody comes back, should both of us be killed: what is written down is told.
    const done = this.#reminder.need();
    const dispatching = dispatch(this.#context, id, request).finally(() => {
      this.#dispatching.delete(id);
      // A start that an earlier daemon began may have been forgotten meanwhile.
      this.#awaitRepetition();
      done();
    });
    this.#dispatching.set(id, dispatching);
    return dispatching;
  }

  /** The last one first; without contexts and results. */
  list({ session_key, state }: DelegationsQuery = {}): WireDelegation[] {
    const filter = { ...(session_key !== undefined && { session: session_key }), ...(state && { state }) };
    return this.#context.rows
      .list(filter)
      .map((unit) => toWireDelegation(this.#context, unit, { isShort: true }));
  }

  /** With a session, only its own. */
  get(idText: string, session?: string): WireDelegation {
    return toWireDelegation(this.#context, resolveUnit(this.#context.rows, idText, session));
  }

  /** Stored first; a delegate that is away hears it when it comes back. */
  message(idText: string, request: DelegationMessageRequest): WireMessaged {
    const { host, orders } = this.#context;
    const { id, tasks } = this.#tasksOf(idText, request);
    const open = tasks.filter(({ state }) => state !== 'ended');
    if (open.length === 0)
      throw new RingbackError('already_exited', `${id} has ended: nobody is there to hear it.`);
    host.store.transaction(() => {
      for (const { name } of open) orders.add(name, 'message', request.text, request.client_id);
    });
    failpoint('delegation:after-message');
    return { status: 'ok', delegation_id: id, tasks: open.map(({ index }) => index) };
  }

  interrupt(idText: string, request: InterruptDelegationRequest = {}): WireInterrupted {
    const { tasks } = this.#tasksOf(idText, request);
    return this.#interrupt(tasks, request.reason);
  }

  /** All of a session, or all there are. */
  interruptAll({ session_key: session, reason }: InterruptDelegationsRequest = {}): WireInterrupted {
    const { rows } = this.#context;
    const units = rows.list({ state: 'running', ...(session !== undefined && { session }) });
    const tasks = units.flatMap(({ id }) => rows.tasks(id));
    return this.#interrupt(tasks, reason);
  }

  /** What a delegate has to do. */
  assignment(nameOrProcess: string): WireAssignment {
    return assignmentOf(this.#context, nameOrProcess);
  }

  /** What a delegate is told behind `after`, as it comes, until it has ended. */
  orders(nameOrProcess: string, after: number, signal: AbortSignal): AsyncGenerator<WireOrder, void> {
    return this.#context.orders.follow(findTask(this.#context, nameOrProcess).name, after, signal);
  }

  moveSession(from: string, to: string): void {
    this.#context.rows.moveSession(from, to);
  }

  /** Whether a daemon may leave: nothing is under way that only it knows of. */
  get canLeave(): boolean {
    return this.#repeating === undefined && this.#tidying.isDone && this.#stops.isEmpty;
  }

  /** Before the engine closes. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#forgetting);
    clearTimeout(this.#repeating);
    this.#tidying.close();
    this.#stops.close();
    this.#reminder.close();
  }

  #interrupt(tasks: readonly Task[], reason?: string): WireInterrupted {
    const { config, rows } = this.#context;
    const why = reason === undefined ? INTERRUPTED : `${INTERRUPTED} ${reason}`;
    const told = interruptTasks(this.#context, tasks, { why, graceMs: config.delegateStopSeconds * 1000 });
    failpoint('delegation:after-interrupt');
    for (const task of told) {
      if (task.state === 'sent' && !this.#dispatching.has(task.delegation) && !rows.hasProcess(task))
        endUnstarted(this.#context, task, 'It had not begun.');
      else this.#stops.schedule(task.name);
    }
    const delegations = [...new Set(told.map(({ delegation }) => delegation))];
    return { status: 'ok', interrupted: told.length, delegations };
  }

  /** Rows without a process: their caller asks again, or they are over. */
  #awaitRepetition(): void {
    if (this.#isClosed || this.#repeating || this.#unstarted().length === 0) return;
    const done = this.#reminder.need();
    this.#repeating = setTimeout(() => {
      this.#repeating = undefined;
      done();
      untilStored(this.#context.isClosed, () => {
        for (const task of this.#unstarted()) endUnstarted(this.#context, task, NEVER_BEGAN);
      });
    }, this.#options.repeatMs ?? REPEAT_MS);
  }

  #unstarted(): Task[] {
    const { rows } = this.#context;
    const open = rows.tasksIn('sent', 'interrupting');
    return open.filter((task) => !this.#dispatching.has(task.delegation) && !rows.hasProcess(task));
  }

  #ended(name: string): void {
    this.#stops.cancel(name);
    this.#context.orders.wake(name);
    // Before the engine is open this is too early: `start` looks for them.
    if (this.#engine && !this.#isClosed) this.#tidying.begin(name);
  }

  #forget(): void {
    untilStored(this.#context.isClosed, () => forgetOld(this.#context));
  }

  #tasksOf(
    idText: string,
    { session_key, task_index }: Pick<InterruptDelegationRequest, 'session_key' | 'task_index'>,
  ): { id: string; tasks: Task[] } {
    const { rows } = this.#context;
    const { id } = resolveUnit(rows, idText, session_key);
    const tasks = rows.tasks(id).filter(({ index }) => task_index === undefined || index === task_index);
    if (tasks.length > 0) return { id, tasks };
    throw new RingbackError('not_found', `${id} has no task ${task_index}; they count from 0.`);
  }

  /** Of a start field such as `dlg_…/0`. */
  #taskAt(delegation: string): Task | undefined {
    const [id = '', index = ''] = delegation.split('/');
    return this.#context.rows.tasks(id)[Number(index)];
  }
}
