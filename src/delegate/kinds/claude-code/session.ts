import { randomUUID } from 'node:crypto';
import { withinMs } from '../../../base/within-ms.ts';
import type { Child } from '../../child/child.ts';
import type { Report, Situation } from '../../runner.ts';
import { Account } from './account.ts';
import { type Asked, answerTo } from './answer.ts';
import { aboutCall, ourCall } from './our-call.ts';
import { type Event, readLine, type Task } from './read-line.ts';

/** So long may it take to stop, and to leave when it has nothing more to do. */
const LEAVE_MS = 4_000;
/** Its turn is over, and commands that it has started still run: their end may give it another turn, so long. */
const BACKGROUND_MS = 300_000;
/** They have ended: its next turn begins in a moment, if it begins. */
const NEXT_TURN_MS = 10_000;
/** Work of its own, which ends by itself. */
const OWN_WORK = ['local_agent', 'local_workflow'];

/** A run of Claude Code, from the task to the report. */
export class Session {
  readonly #child: Child;
  readonly #situation: Situation;
  readonly #account = new Account();
  /** Sent, and not yet taken up. */
  readonly #unheard = new Set<string>();
  /** Where its commands run. */
  #folder: string | undefined;
  #background: readonly Task[] = [];
  #isResting = false;
  #isLeaving = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(child: Child, situation: Situation) {
    this.#child = child;
    this.#situation = situation;
  }

  async work(task: string): Promise<Report> {
    const { signal } = this.#situation;
    const stop = (): void => this.#stop();
    signal.addEventListener('abort', stop);
    try {
      // Also for calls that its own rules allow: ours hold for all of them.
      this.#request({
        subtype: 'initialize',
        hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: ['before'] }] },
      });
      this.#say(task);
      void this.#steer();
      if (signal.aborted) stop();
      for await (const line of this.#child.lines) for (const event of readLine(line)) this.#saw(event);
      const end = (await withinMs(LEAVE_MS, this.#child.ended)) ?? (await this.#child.end());
      const left = this.#background.map(({ about, type }) => about || type);
      return this.#account.report(end, signal.aborted, left);
    } finally {
      this.#isLeaving = true;
      clearTimeout(this.#timer);
      signal.removeEventListener('abort', stop);
    }
  }

  #saw(event: Event): void {
    this.#account.saw(event);
    this.#tell(event);
    if (event.kind === 'heard') this.#unheard.delete(event.id);
    else if (event.kind === 'permission') this.#decide(event);
    else if (event.kind === 'request') this.#refuse(event.id, event.about);
    else if (event.kind === 'background') this.#background = event.tasks;
    if (event.kind === 'result') this.#isResting = true;
    else if (event.kind === 'asked-model') this.#isResting = false;
    if (!this.#isLeaving) this.#rest(event.kind === 'result');
    else if (event.kind === 'result') this.#child.closeInput();
  }

  #tell(event: Event): void {
    const { progress } = this.#situation;
    if (event.kind === 'said' && !event.isInner) progress({ kind: 'text', text: event.text });
    else if (event.kind === 'call')
      progress({ kind: 'call', id: event.id, tool: event.tool, about: aboutCall(event) });
    else if (event.kind === 'answered') progress(event);
    else progress({ kind: 'alive' });
  }

  /** After a turn: is there another one to come? `isOver`: it has just ended. */
  #rest(isOver: boolean): void {
    clearTimeout(this.#timer);
    if (!this.#isResting || this.#unheard.size > 0) return;
    if (this.#background.some(({ type }) => OWN_WORK.includes(type))) return;
    if (this.#background.length > 0) this.#timer = setTimeout(() => this.#leave(), BACKGROUND_MS);
    else if (isOver) this.#leave();
    else this.#timer = setTimeout(() => this.#leave(), NEXT_TURN_MS);
  }

  #decide(asked: Asked): void {
    this.#folder = asked.folder ?? this.#folder;
    const { environment } = this.#situation.assignment;
    const { tool, input } = ourCall(asked, { folder: this.#folder, environment });
    this.#answer(asked.id, answerTo(asked, this.#situation.mayCall(tool, input)));
  }

  async #steer(): Promise<void> {
    for await (const { text } of this.#situation.messages) {
      if (this.#isLeaving) return;
      this.#say(text);
    }
  }

  #say(text: string): void {
    const uuid = randomUUID();
    this.#unheard.add(uuid);
    this.#send({ type: 'user', uuid, message: { role: 'user', content: text }, parent_tool_use_id: null });
  }

  /** As its own Esc does; what it says then is part of the report. */
  #stop(): void {
    this.#request({ subtype: 'interrupt' });
    this.#leave();
  }

  /** What still runs in its background would hold it for as long as it runs. */
  #leave(): void {
    this.#isLeaving = true;
    clearTimeout(this.#timer);
    if (this.#isResting) this.#child.closeInput();
    const isHeld = this.#isResting && this.#background.length > 0;
    this.#timer = setTimeout(() => void this.#child.end(), isHeld ? 0 : LEAVE_MS);
  }

  #request(request: object): void {
    this.#send({ type: 'control_request', request_id: randomUUID(), request });
  }

  #answer(request_id: string, response: object): void {
    this.#send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }

  #refuse(request_id: string, about: string): void {
    const error = `Nobody is there to answer ${about}.`;
    this.#send({ type: 'control_response', response: { subtype: 'error', request_id, error } });
  }

  #send(message: object): void {
    this.#child.send(JSON.stringify(message));
  }
}
