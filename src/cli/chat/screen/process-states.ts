import type { Client } from '../../../client/client.ts';
import type { WireAwake } from '../../../wire/daemon.ts';
import { isEnded } from '../../format/ending.ts';
import type { ProcessState } from './call-line.ts';

/** While something runs it is asked again now and then: not every end is told to the conversation. */
const AGAIN_MS = 5_000;
/** Events come in flocks. */
const SOON_MS = 150;

/** How the processes of the conversation stand. Asked for when something happened, and seldom besides. */
export class ProcessStates {
  readonly #client: Client;
  readonly #onChange: () => void;
  readonly #states = new Map<string, ProcessState>();
  #timer: NodeJS.Timeout | undefined;
  /** The processes of the conversation that run. */
  running: readonly string[] = [];
  /** Those that work for it as delegates. */
  delegates: readonly string[] = [];

  constructor(client: Client, onChange: () => void) {
    this.#client = client;
    this.#onChange = onChange;
  }

  of(id: string): ProcessState | undefined {
    return this.#states.get(id);
  }

  /** Something has happened in this conversation; `started`: what it has left running, as far as that is shown. */
  look(session: string, started: ReadonlySet<string>, inMs = SOON_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // Who cannot be asked now is asked when the connection is there again.
      this.#ask(session, started).catch(() => {});
    }, inMs);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(session: string, started: ReadonlySet<string>): Promise<void> {
    const { kept_awake_by } = await this.#client.active({ session_key: session, max_age: 0 });
    const named = (kind: WireAwake['reason']) =>
      kept_awake_by.flatMap(({ reason, session_id }) => (reason === kind ? (session_id ?? []) : []));
    this.running = named('running');
    this.delegates = named('delegate');
    const living = new Set([...this.running, ...this.delegates]);
    for (const { session_id: id, since } of kept_awake_by)
      if (id !== null && living.has(id))
        this.#states.set(id, { status: 'running', since: Date.parse(since ?? '') });
    for (const id of started) if (!living.has(id)) await this.#askEnd(id);
    this.#onChange();
    if (living.size > 0) this.look(session, started, AGAIN_MS);
  }

  async #askEnd(id: string): Promise<void> {
    if (this.#states.get(id)?.status === 'ended') return;
    try {
      const process = await this.#client.get(id);
      if (isEnded(process)) this.#states.set(id, { status: 'ended', exitCode: process.exit_code });
    } catch {
      // It was pruned: nobody knows how it ended.
      this.#states.delete(id);
    }
  }
}
