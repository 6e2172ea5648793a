import { newProcessId } from '../base/ids.ts';
import type { ActiveQuestion, WireActive, WireDone, WireHealth } from '../wire/daemon.ts';
import type { GrepQuery } from '../wire/grep.ts';
import type { KillAllRequest, KillRequest, WireKill, WireKillAll } from '../wire/kill.ts';
import type { FollowQuery, LogQuery, ReadQuery, WireLog } from '../wire/output.ts';
import type { GetQuery, ListQuery, PollQuery, WireList, WirePoll, WireProcess } from '../wire/process.ts';
import type { WireSamples } from '../wire/sample.ts';
import type { NotifyRequest, WireStart, WireStarted, WireWishes } from '../wire/start.ts';
import type { ResizeRequest, ResizesQuery, WireResizes } from '../wire/terminal.ts';
import type { WaitRequest, WireWait } from '../wire/wait.ts';
import type { WireWritten } from '../wire/write.ts';
import { Conversations } from './conversations.ts';
import { Delegations } from './delegations.ts';
import { Environments } from './environments.ts';
import { type GrepEvent, streamGrep } from './grep-stream.ts';
import { Link, type LinkOptions } from './link.ts';
import { Notifications } from './notifications.ts';
import { type OutputEvent, streamOutput } from './output-stream.ts';
import { type Query, queryText } from './query-text.ts';
import { Ringers } from './ringers.ts';
import { Sessions } from './sessions.ts';
import { Tools } from './tools.ts';
import { WakeUps } from './wake-ups.ts';
import { Writer } from './writer.ts';

/** Ends the waiting, not what is waited for. */
type Stoppable = { readonly signal?: AbortSignal };

export type WaitQuery = WaitRequest & Stoppable;

/** Everything that the daemon of a home does, as calls. It starts on first use, and its death goes unnoticed. */
export class Client {
  readonly #link: Link;
  readonly notifications: Notifications;
  readonly session: Sessions;
  readonly wakeUps: WakeUps;
  readonly ringers: Ringers;
  /** Of Ringback's own agent. */
  readonly conversations: Conversations;
  /** Goals that are handed to other agents. */
  readonly delegations: Delegations;
  readonly environments: Environments;
  /** What agents call; `tools` of the library binds them to a session. */
  readonly tools: Tools;

  constructor(options: LinkOptions) {
    this.#link = new Link(options);
    this.notifications = new Notifications(this.#link);
    this.session = new Sessions(this.#link);
    this.wakeUps = new WakeUps(this.#link);
    this.ringers = new Ringers(this.#link);
    this.conversations = new Conversations(this.#link);
    this.delegations = new Delegations(this.#link);
    this.environments = new Environments(this.#link);
    this.tools = new Tools(this.#link);
  }

  /** The id is chosen here: asked again after a crash, the daemon finds it and starts no second one. */
  start(request: WireStart): Promise<WireStarted> {
    return this.#post('/v1/processes', { id: newProcessId(), ...request });
  }

  get(id: string, options: GetQuery = {}): Promise<WireProcess> {
    return this.#get(processPath(id), options);
  }

  list(filter: ListQuery = {}): Promise<WireList> {
    return this.#get('/v1/processes', filter);
  }

  poll(id: string, options: PollQuery = {}): Promise<WirePoll> {
    return this.#get(processPath(id, 'poll'), options);
  }

  log(id: string, options: LogQuery = {}): Promise<WireLog> {
    return this.#get(processPath(id, 'log'), options);
  }

  /** The bytes of a range, to the end of the log by default; without secrets, or `raw` and exact. */
  read(id: string, { signal, ...range }: ReadQuery & Stoppable = {}) {
    return this.#stream(processPath(id, 'output'), range, signal);
  }

  /** Bytes as they come, from `from` on or from now on; without secrets, or `raw` and exact. */
  follow(id: string, { signal, ...start }: FollowQuery & Stoppable = {}) {
    return this.#stream(processPath(id, 'follow'), start, signal);
  }

  /** The lines that match a pattern, as they are found, and at last how many did. */
  grep(id: string, { signal, ...query }: GrepQuery & Stoppable): AsyncGenerator<GrepEvent> {
    return streamGrep(this.#link, processPath(id, 'grep') + queryText(query), signal);
  }

  resizes(id: string, last: ResizesQuery['last']): Promise<WireResizes> {
    return this.#get(processPath(id, 'resizes'), { last });
  }

  /** What it used over time. */
  samples(id: string): Promise<WireSamples> {
    return this.#get(processPath(id, 'samples'));
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

  kill(id: string, options: KillRequest = {}): Promise<WireKill> {
    return this.#post(processPath(id, 'kill'), options);
  }

  killAll(options: KillAllRequest = {}): Promise<WireKillAll> {
    return this.#post('/v1/processes/kill', options);
  }

  /** Changes what a running process reports. */
  notify(id: string, wishes: NotifyRequest): Promise<WireWishes> {
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

  resize(id: string, size: ResizeRequest): Promise<WireDone> {
    return this.#post(processPath(id, 'resize'), size);
  }

  /** Whether anything is active at all, or something of a task or session; and what. */
  active(question: ActiveQuestion = {}): Promise<WireActive> {
    return this.#get('/v1/active', question);
  }

  /**
   * Whether a session must not be reset or forgotten: something of it runs, is undelivered or is to come. `maxAge`: seconds;
   * what has run longer does not count (default: 24 hours; 0: no limit). True also where nobody can say.
   */
  async activeForSession(session: string, maxAge?: number): Promise<boolean> {
    const question = { session_key: session, ...(maxAge !== undefined && { max_age: maxAge }) };
    return this.active(question).then(
      ({ active }) => active,
      () => true,
    );
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
