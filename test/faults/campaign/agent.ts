import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../src/base/errors.ts';
import type { Home } from '../../../src/home/open.ts';
import type { Notification } from '../../../src/notify/ledger.ts';
import type { Turn } from '../../../src/notify/taker.ts';
import type { WakeUpRequest } from '../../../src/wire/wake.ts';
import { note, readJournal, startedIn } from './journal.ts';
import type { LifeOrders } from './life.ts';
import type { Planned } from './plan.ts';
import type { PlannedWakeUp } from './plan-wake-ups.ts';

/** What the sessions of the campaign do: they ask for things, hear of them, and do what they are told of. */
export class Agent {
  readonly #host: Home;
  readonly #folder: string;
  readonly #journal: string;
  readonly #careless: number;
  #turns = 0;
  #isLeaving = false;

  constructor(host: Home, { folder, careless }: LifeOrders) {
    this.#host = host;
    this.#folder = folder;
    this.#journal = join(folder, 'journal');
    this.#careless = careless;
  }

  /** Hears nothing any more. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** A subscriber that crashes is followed by another. */
  async listen(session: string): Promise<void> {
    const never = new AbortController().signal;
    while (!this.#isLeaving) {
      const turns = this.#host.notifier.dispatcher.subscribe(session, never, { repeats: 'same' });
      for await (const turn of turns) if (!(await this.#receive(turn))) break;
    }
  }

  async fetchTurns(session: string): Promise<void> {
    while (!this.#isLeaving) {
      const turn = this.#host.notifier.dispatcher.lease(session, { repeats: 'same' });
      if (turn) await this.#receive(turn);
      await sleep(10);
    }
  }

  /** As a client does: again under the same id, as long as it knows of no answer. */
  async start(planned: Planned): Promise<void> {
    const { id, kind: _, matches: __, tells: ___, isInTime: ____, isRepeated: _____, ...wishes } = planned;
    const env = { PATH: process.env.PATH ?? '', GO: this.#goOf(id) };
    const request = { ...wishes, id, task: id, cwd: '/tmp', env, shell: '/bin/bash' };
    const started = await this.#host.engine.start(request);
    note(this.#journal, { what: 'started', planned: id, id: started.id });
    await this.act(planned);
  }

  /** What the session does with it: while it asks, it is not told in another way. */
  async act({ id: planned, kind, session }: Planned): Promise<void> {
    if (kind !== 'waited' && kind !== 'killed') return;
    const id = this.#idOf(planned);
    const { engine, notifier } = this.#host;
    const release = notifier.dispatcher.hold(id);
    if (kind === 'waited') await engine.wait(id);
    else await engine.kill(id);
    notifier.noteAct(id, session, kind === 'waited' ? 'wait_exited' : 'kill_by_session');
    note(this.#journal, { what: 'consumed', processId: id });
    release();
  }

  /** One after the other: a barrier waits for what was set before. One whose parts are not there yet is for a later life. */
  async set(some: readonly PlannedWakeUp[]): Promise<void> {
    for (const planned of some) {
      if (await this.#setOne(planned)) note(this.#journal, { what: 'set', planned: planned.id });
    }
  }

  async #setOne(planned: PlannedWakeUp): Promise<boolean> {
    for (;;) {
      const request = this.#toRequest(planned);
      if (!request) return false;
      try {
        await this.#host.wakeUps.set(request);
        return true;
      } catch (error) {
        // On a busy machine its time has passed when the alarm is there.
        if (!(error instanceof RingbackError && error.message.endsWith('has passed.'))) throw error;
      }
    }
  }

  /** Whose keeper was killed has nobody who could tell of it. */
  releaseDetached(): void {
    for (const { task, life } of this.#host.engine.list({ includeEnded: false }))
      if (life.state === 'running' && life.detached) this.#release(task);
  }

  #toRequest({ id, session, kind, seconds, parts }: PlannedWakeUp): WakeUpRequest | undefined {
    const journal = readJournal(this.#journal);
    const started = startedIn(journal);
    const set = new Set(journal.flatMap((entry) => (entry.what === 'set' ? [entry.planned] : [])));
    const known = parts.map((part) => {
      const [name = '', moment] = part.split(':');
      const found = set.has(name) ? name : started.get(name);
      return found && [found, ...(moment ? [moment] : [])].join(':');
    });
    if (known.some((part) => part === undefined)) return undefined;
    const wakeUp = { id, session_key: session, note: kind };
    const names = known.filter((part) => part !== undefined);
    switch (kind) {
      case 'all':
        return { ...wakeUp, all: names };
      case 'any':
        return { ...wakeUp, any: names };
      case 'at':
        return { ...wakeUp, at: new Date(Date.now() + seconds * 1000).toISOString() };
      case 'every':
        return { ...wakeUp, every: seconds };
      default:
        return { ...wakeUp, after: seconds };
    }
  }

  /** False: it crashed before it could acknowledge. */
  async #receive({ session, notifications }: Turn): Promise<boolean> {
    const told = notifications.map(({ id, type, processId }) => ({ id, type, processId }));
    note(this.#journal, { what: 'given', at: Date.now(), session, told });
    for (const one of notifications) await this.#answer(one);
    this.#turns += 1;
    if (this.#careless > 0 && this.#turns % this.#careless === 0) return false;
    const ids = told.map((one) => one.id);
    this.#host.notifier.dispatcher.acknowledge(ids);
    note(this.#journal, { what: 'acknowledged', ids });
    return true;
  }

  /** Before it is acknowledged: whoever is told again does it again, and that changes nothing. */
  async #answer({ type, processId, event }: Notification): Promise<void> {
    if (processId === null) return;
    const { engine } = this.#host;
    if (['quiet', 'still_running', 'ready'].includes(type) && !isFirstBeat(event))
      this.#release(engine.get(processId).task);
    if (type !== 'needs_input' || !('prompt' in event)) return;
    const number = /prompt (\d)/.exec(String(event.prompt))?.[1];
    if (number === undefined) throw new Error(`what is asked here? ${JSON.stringify(event)}`);
    const ticket = { writer: 1n, seq: BigInt(number) };
    await engine.submit(processId, `answer ${number}`, ticket).catch((error) => {
      if (!(error instanceof RingbackError)) throw error;
      console.error(`not answered: ${processId} ${error.code}`);
    });
  }

  #release(planned: string): void {
    writeFileSync(this.#goOf(planned), '');
  }

  #goOf(planned: string): string {
    return join(this.#folder, `go-${planned}`);
  }

  #idOf(planned: string): string {
    return startedIn(readJournal(this.#journal)).get(planned) ?? planned;
  }
}

/** There shall be another. */
function isFirstBeat(event: Notification['event']): boolean {
  return 'heartbeat' in event && 'deadline' in event && event.deadline === 1;
}
