/** A runner at work, in a situation made by hand. */
import { Client } from '../../src/client/client.ts';
import type { Assignment, Permission, Progress, Report, Runner } from '../../src/delegate/runner.ts';
import type { AgentFolder } from '../testbed/agent-folder.ts';
import { situationOf } from './support/situation.ts';

type Options = Pick<Assignment, 'goal' | 'context' | 'model'> & {
  readonly env?: Readonly<Record<string, string>>;
  readonly mayCall?: (tool: string, input: unknown) => Permission;
};

export class RunByHand {
  readonly seen: Progress[];
  /** What it was asked about, as calls of ours. */
  readonly asked: { readonly tool: string; readonly input: unknown }[] = [];
  readonly report: Promise<Report>;
  readonly stop: () => void;
  readonly steer: (text: string) => void;

  constructor(runner: Runner, { home, work, env: own }: AgentFolder, options: Options) {
    const { env, mayCall = () => ({ allow: true }), ...task } = options;
    const made = situationOf({
      home,
      client: new Client({ home }),
      assignment: { ...task, to: runner.kind, workdir: work },
    });
    this.seen = made.seen;
    this.stop = () => made.stopping.abort();
    this.steer = (text) => made.messages.add({ id: text, text });
    this.report = runner.run({
      ...made.situation,
      env: { ...own, ...env },
      mayCall: (tool, input) => {
        this.asked.push({ tool, input });
        return mayCall(tool, input);
      },
    });
    this.report.catch(() => {});
  }

  get texts(): string[] {
    return this.seen.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
  }

  /** The calls that it told of, each with how it ended. */
  get calls(): { readonly tool: string; readonly about: string; readonly isError: boolean | undefined }[] {
    const ends = new Map(
      this.seen.flatMap((one) => (one.kind === 'answered' ? [[one.id, one.isError]] : [])),
    );
    return this.seen.flatMap((one) =>
      one.kind === 'call' ? [{ tool: one.tool, about: one.about, isError: ends.get(one.id) }] : [],
    );
  }
}
