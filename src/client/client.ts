import { newProcessId } from '../base/ids.ts';
import type {
  WireActive,
  WireDone,
  WireHealth,
  WireKill,
  WireKillAll,
  WireList,
  WireLog,
  WirePoll,
  WireProcess,
  WireResizes,
  WireStart,
  WireStarted,
  WireWait,
  WireWishes,
  WireWritten,
} from '../wire/types.ts';
import { Environments } from './environments.ts';
import { Link, type LinkOptions } from './link.ts';
import { Notifications } from './notifications.ts';
import { type OutputEvent, streamOutput } from './output-stream.ts';
import { type Query, queryText } from './query-text.ts';
import { Ringers } from './ringers.ts';
import { Sessions } from './sessions.ts';
import { Tools } from './tools.ts';
import { Writer } from './writer.ts';

/** `raw`: with what was taken for a secret, which answers are without otherwise. */
type Rawness = { readonly raw?: boolean };

/** Who asks: what a session was shown of its own process it is not told again. */
type Asker = Rawness & { readonly session_key?: string };

export type WaitQuery = Asker & {
  /** Seconds. */
  readonly timeout?: number;
  /** A pattern: also until a line satisfies it, looked for from `cursor` on or in all that is kept. */
  readonly until?: string;
  readonly cursor?: string;
  readonly signal?: AbortSignal;
};

export type ActiveQuestion = {
  readonly task?: string;
  readonly session_key?: string;
  /** Seconds: what is older does not count for the session. Default: 24 hours; 0: no limit. */
  readonly max_age?: number;
};

/** Everything that the daemon of a home does, as calls. It starts on first use, and its death goes unnoticed. */
export class Client {
  readonly #link: Link;
  readonly notifications: Notifications;
  readonly session: Sessions;
  readonly ringers: Ringers;
  readonly environments: Environments;
  /** What agents call; `tools` of the library binds them to a session. */
  readonly tools: Tools;

  constructor(options: LinkOptions) {
    this.#link = new Link(options);
    this.notifications = new Notifications(this.#link);
    this.session = new Sessions(this.#link);
    this.ringers = new Ringers(this.#link);
    this.environments = new Environments(this.#link);
    this.tools = new Tools(this.#link);
  }

  /** The id is chosen here: asked again after a crash, the daemon finds it and starts no second one. */
  start(request: WireStart): Promise<WireStarted> {
    return this.#post('/v1/processes', { id: newProcessId(), ...request });
  }

  get(id: string, options: Rawness = {}): Promise<WireProcess> {
    return this.#get(processPath(id), options);
  }

  list(filter: Asker & { task?: string; ended?: boolean } = {}): Promise<WireList> {
    return this.#get('/v1/processes', filter);
  }

  poll(id: string, options: Asker & { cursor?: string } = {}): Promise<WirePoll> {
    return this.#get(processPath(id, 'poll'), options);
  }

  log(
    id: string,
    options: Asker & { offset?: number; limit?: number; cursor?: string; since?: number } = {},
  ): Promise<WireLog> {
    return this.#get(processPath(id, 'log'), options);
  }

  /** The bytes of a range, to the end of the log by default; without secrets, or `raw` and exact. */
  read(
    id: string,
    { signal, ...range }: Rawness & { from?: number; to?: number; signal?: AbortSignal } = {},
  ) {
    return this.#stream(processPath(id, 'output'), range, signal);
  }

  /** Bytes as they come, from `from` on or from now on; without secrets, or `raw` and exact. */
  follow(id: string, { signal, ...start }: Rawness & { from?: number; signal?: AbortSignal } = {}) {
    return this.#stream(processPath(id, 'follow'), start, signal);
  }

  resizes(id: string, last: number): Promise<WireResizes> {
    return this.#get(processPath(id, 'resizes'), { last });
  }

  /** A wait that has to be begun again with another daemon does not become longer. */
  wait(id: string, { timeout, signal, ...rest }: WaitQuery = {}): Promise<WireWait> {
    const deadline = Date.now() + (timeout ?? 0) * 1000;
    const remaining = () =>
      timeout === undefined ? {} : { timeout: Math.max(0, deadline - Date.now()) / 1000 };
    const path = processPath(id, 'wait');
    return this.#link.persist(
      () => this.#link.ask<WireWait>({ method: 'POST', path, body: { ...rest, ...remaining() }, signal }),
      signal,
    );
  }

  kill(id: string, options: Asker & { grace?: number } = {}): Promise<WireKill> {
    return this.#post(processPath(id, 'kill'), options);
  }

  killAll(options: Asker & { task?: string; grace?: number } = {}): Promise<WireKillAll> {
    return this.#post('/v1/processes/kill', options);
  }

  /** Changes what a running process reports. */
  notify(
    id: string,
    wishes: { notify_on_complete?: boolean; watch_patterns?: readonly string[] },
  ): Promise<WireWishes> {
    return this.#post(processPath(id, 'notify'), wishes);
  }

  /** For more than one piece of input, so that they stay in order and none is typed twice. */
  writer(id: string): Writer {
    return new Writer(this.#link, id);
  }

  write(id: string, bytes: Buffer): Promise<WireWritten> {
    return this.writer(id).write(bytes);
  }

  submit(id: string, text: string): Promise<WireWritten> {
    return this.writer(id).submit(text);
  }

  /** In a terminal this types a character, which must not happen twice. */
  async close(id: string): Promise<WireDone> {
    const { pty } = await this.get(id);
    const request = { method: 'POST' as const, path: processPath(id, 'close'), body: {} };
    return pty ? this.#link.callOnce(request) : this.#link.call(request);
  }

  resize(id: string, size: { cols: number; rows: number }): Promise<WireDone> {
    return this.#post(processPath(id, 'resize'), size);
  }

  /** Whether anything is active at all, or something of a task or session; and what. */
  active(question: ActiveQuestion = {}): Promise<WireActive> {
    return this.#get('/v1/active', question);
  }

  health(): Promise<WireHealth> {
    return this.#get('/v1/health');
  }

  #get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#link.call({ method: 'GET', path: path + queryText(query) });
  }

  #post<T>(path: string, body: object): Promise<T> {
    return this.#link.call({ method: 'POST', path, body });
  }

  #stream(path: string, query: Query, signal?: AbortSignal): AsyncGenerator<OutputEvent> {
    return streamOutput(this.#link, path + queryText(query), signal);
  }
}

function processPath(id: string, verb = ''): string {
  return `/v1/processes/${encodeURIComponent(id)}${verb && `/${verb}`}`;
}
