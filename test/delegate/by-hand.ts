/** What a runner gets from the program around it, made by hand. */
import { defaultConfig } from '../../src/base/config.ts';
import { Client } from '../../src/client/client.ts';
import type { Message, Permission, Progress, Report, Runner, Situation } from '../../src/delegate/runner.ts';
import type { AgentFolder } from '../testbed/agent-folder.ts';

type Options = {
  readonly goal: string;
  readonly context?: string;
  readonly model?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly mayCall?: (tool: string, input: unknown) => Permission;
};

export class RunByHand {
  readonly seen: Progress[] = [];
  /** What it was asked about, as calls of ours. */
  readonly asked: { readonly tool: string; readonly input: unknown }[] = [];
  readonly report: Promise<Report>;
  readonly #controller = new AbortController();
  readonly #messages: Message[] = [];
  #came = Promise.withResolvers<void>();

  constructor(runner: Runner, folder: AgentFolder, options: Options) {
    this.report = runner.run(this.#situation(runner.kind, folder, options));
    this.report.catch(() => {});
  }

  stop(): void {
    this.#controller.abort();
  }

  steer(text: string): void {
    this.#messages.push({ id: String(this.#messages.length), text });
    this.#came.resolve();
  }

  get texts(): string[] {
    return this.seen.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
  }

  /** The calls that it reported, each with how it ended. */
  get calls(): { readonly tool: string; readonly about: string; readonly isError: boolean | undefined }[] {
    const ends = new Map(
      this.seen.flatMap((one) => (one.kind === 'answered' ? [[one.id, one.isError]] : [])),
    );
    return this.seen.flatMap((one) =>
      one.kind === 'call' ? [{ tool: one.tool, about: one.about, isError: ends.get(one.id) }] : [],
    );
  }

  #situation(to: string, folder: AgentFolder, options: Options): Situation {
    const { goal, context, model, env = {}, mayCall = () => ({ allow: true }) } = options;
    return {
      assignment: {
        processId: 'proc_0123456789ab',
        delegationId: 'dlg_0123456789ab',
        taskIndex: 0,
        goal,
        ...(context !== undefined && { context }),
        ...(model !== undefined && { model }),
        role: 'leaf',
        workdir: folder.work,
        depth: 1,
        mayDelegate: false,
        session: 'delegate:proc_0123456789ab',
        to,
      },
      env: { ...folder.env, ...env },
      home: folder.home,
      client: new Client({ home: folder.home }),
      config: defaultConfig,
      signal: this.#controller.signal,
      messages: this.#steering(),
      progress: (progress) => void this.seen.push(progress),
      mayCall: (tool, input) => {
        this.asked.push({ tool, input });
        return mayCall(tool, input);
      },
    };
  }

  async *#steering(): AsyncGenerator<Message, never> {
    for (;;) {
      const next = this.#messages.shift();
      if (next) yield next;
      else {
        await this.#came.promise;
        this.#came = Promise.withResolvers();
      }
    }
  }
}
