import type {
  PromptAnswer,
  ToolName,
  WireAnswered,
  WireTask,
  WireTool,
  WireToolAnswer,
  WireToolCall,
  WireTools,
} from '../wire/tool.ts';
import type { Link } from './link.ts';

/** An agent's tools, which run in the daemon. */
export class Tools {
  readonly #link: Link;

  constructor(link: Link) {
    this.#link = link;
  }

  /** As a model is told of them, with the limits of this home. */
  async list(): Promise<readonly WireTool[]> {
    return (await this.#link.call<WireTools>({ method: 'GET', path: '/v1/tools' })).tools;
  }

  /** A signal that falls ends the call, not the command: it goes on in the background and rings. */
  call(
    name: ToolName,
    call: WireToolCall,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<WireToolAnswer> {
    const began = performance.now();
    // A call that has to be made again with another daemon does not wait any longer.
    const ask = () => {
      const waited = (call.waited ?? 0) + (performance.now() - began) / 1000;
      const body = { ...call, waited };
      return this.#link.ask<WireToolAnswer>({ method: 'POST', path: `/v1/tools/${name}`, body, signal });
    };
    const mayRepeat = canBeRepeated(name, call.arguments);
    return this.#link.persist(ask, signal, (error) => mayRepeat || error.wasUnsent);
  }

  task(id: string): Promise<WireTask> {
    return this.#link.call({ method: 'GET', path: taskPath(id) });
  }

  /** Typed once, also when it has to be sent again; not at all when the prompt has passed. */
  answerTask(id: string, body: PromptAnswer): Promise<WireAnswered> {
    return this.#link.call({ method: 'POST', path: `${taskPath(id)}/answer`, body });
  }

  cancelTask(id: string): Promise<WireTask> {
    return this.#link.call({ method: 'POST', path: `${taskPath(id)}/cancel`, body: {} });
  }
}

/** A script must not run twice, and in a terminal the end of input is a character that must not be typed twice. */
function canBeRepeated(name: ToolName, given: unknown): boolean {
  const isClose =
    typeof given === 'object' && given !== null && 'action' in given && given.action === 'close';
  return name !== 'execute_code' && !isClose;
}

function taskPath(id: string): string {
  return `/v1/tasks/${encodeURIComponent(id)}`;
}
