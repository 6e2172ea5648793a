import type { TestContext } from 'node:test';
import * as z from 'zod/mini';
import type { Config } from '../../src/base/config.ts';
import type { Delivery } from '../../src/notify/deliveries.ts';
import type { Notification } from '../../src/notify/ledger.ts';
import type { Binding } from '../../src/ringers/bindings.ts';
import { addRinger } from '../../src/ringers/kinds.ts';
import {
  defineRinger,
  type Idempotent,
  type Ring,
  type Ringer,
  type Rung,
} from '../../src/ringers/ringer.ts';
import { Switchboard } from '../../src/ringers/switchboard.ts';
import { NotifyHome, SESSION, until } from '../notify/notify-home.ts';

export { OTHER, SESSION, until, whenTold } from '../notify/notify-home.ts';

const schema = z.strictObject({
  place: z._default(z.string(), 'here'),
  token: z.exactOptional(z.string()),
});

let agents = 0;

export const admitted: Rung = { outcome: 'admitted' };
export const isDown: Rung = { outcome: 'refused', reason: 'it is down', isPermanent: false };
export const isWrong: Rung = { outcome: 'refused', reason: 'no such session', isPermanent: true };
export const wasCutOff: Rung = { outcome: 'unknown', reason: 'the connection broke' };

/** An agent that does as it is told, under a kind of its own. */
export class Agent {
  readonly kind = `scripted-${++agents}`;
  /** Every try, also those that it refused. */
  readonly tries: (Ring & { readonly settings: unknown })[] = [];
  /** What it looked for. */
  readonly looks: Ring[] = [];
  /** What it says to the next tries; then it admits. */
  answers: (Rung | Promise<Rung> | Error)[] = [];
  found: 'present' | 'absent' | 'unknown' = 'absent';
  isAborted = false;

  constructor(idempotent: Idempotent = 'native', more: Partial<Ringer> = {}) {
    const ringer = defineRinger<z.output<typeof schema>>({
      kind: this.kind,
      summary: 'for a test',
      idempotent,
      schema,
      secrets: ['token'],
      ring: async (settings, ring, signal) => {
        this.tries.push({ ...ring, settings });
        const answer = this.answers.shift() ?? admitted;
        if (answer instanceof Error) throw answer;
        const aborted = Promise.withResolvers<Rung>();
        const abort = () => {
          this.isAborted = true;
          aborted.resolve({ outcome: 'unknown', reason: 'aborted' });
        };
        signal.addEventListener('abort', abort);
        return Promise.race([answer, aborted.promise]).finally(() =>
          signal.removeEventListener('abort', abort),
        );
      },
      ...(idempotent === 'reconcile' && {
        lookUp: async (_: unknown, ring: Ring) => {
          this.looks.push(ring);
          return this.found;
        },
      }),
      check: async () => [{ name: 'agent', isFine: true, detail: 'it is there' }],
      ...(more as object),
    });
    addRinger(ringer);
  }

  get texts(): string[] {
    return this.tries.map((one) => one.text);
  }

  /** Resolves when it was tried so often. */
  async rung(count: number): Promise<void> {
    await until(() => this.tries.length >= count, `${count} tries, not ${this.tries.length}`);
  }
}

/** A home whose sessions can be rung. */
export class RingHome extends NotifyHome {
  #switchboard: Switchboard | undefined;
  readonly reported: unknown[] = [];
  readonly #rules: Config['ringers'];

  constructor(context: TestContext, config: Partial<Config> = {}) {
    super(context, config);
    this.#rules = config.ringers ?? [];
  }

  get switchboard(): Switchboard {
    if (this.#switchboard) return this.#switchboard;
    throw new Error('nobody is at home');
  }

  async openBoard(): Promise<Switchboard> {
    const { store, notifier } = await this.open();
    const report = (error: unknown) => void this.reported.push(error);
    this.#switchboard = new Switchboard({ store, notifier, rules: this.#rules, report });
    await this.#switchboard.open();
    return this.#switchboard;
  }

  override async close(): Promise<void> {
    await this.#switchboard?.close();
    this.#switchboard = undefined;
    await super.close();
  }

  async reopenBoard(): Promise<Switchboard> {
    await this.close();
    return this.openBoard();
  }

  bind(agent: Agent, { session = SESSION, settings = {}, ...more }: Partial<Binding> = {}): void {
    this.switchboard.set({ session, kind: agent.kind, settings, origin: 'user', ...more } as Binding & {
      origin: 'user';
    });
  }

  /** Hands in something to tell. */
  tellSession(text: string, session = SESSION): Notification {
    return this.host.notifier.notify(session, { type: 'note', text, session_key: session });
  }

  /** How one stands in the end. */
  async settled(id: string, state = 'delivered'): Promise<void> {
    const isSo = () => this.host.notifier.find(id)?.state === state;
    await until(isSo, `${id} ${state}, not ${this.host.notifier.find(id)?.state}`);
  }

  /** The one ring that there is, as soon as it was tried and stands like this. */
  async ring(state: Delivery['state']): Promise<Delivery> {
    const isSo = (ring: Delivery) => ring.state === state && ring.attempts > 0;
    await until(() => this.switchboard.rings().some(isSo), `a ring that is ${state}`);
    const [ring] = this.switchboard.rings();
    if (!ring) throw new Error('there is none');
    return ring;
  }
}
