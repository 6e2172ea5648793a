/** An agent that is to work as a delegate, offline: what a suite has to know of it, and where it works. */
import { readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Report, Runner } from '../../../src/delegate/runner.ts';
import type { WireDelegationTask } from '../../../src/wire/delegation.ts';
import { AgentFolder, type Undo } from '../../testbed/agent-folder.ts';
import type { Turn } from '../../testbed/model/script.ts';
import type { ToolCall } from '../../testbed/model/types.ts';
import { Model } from '../../testbed/model.ts';
import { procFile } from '../scene.ts';

export type AgentUnderTest = {
  readonly skip: string | false;
  readonly runner: Runner;
  readonly to: Exclude<WireDelegationTask['to'], 'own'>;
  /** Its configuration goes into the folder; the variables that it needs, with a PATH where its program is. */
  prepare(folder: AgentFolder, model: Model): Promise<Readonly<Record<string, string>>>;
  /** How a model has it run a command, and how it tells of that call. */
  shell(command: string): ToolCall;
  readonly shellName: string;
  /** A command that its own rules would allow, and one more call, which our rules are asked about. */
  readonly forbidden: readonly ToolCall[];
  askedForThem(folder: AgentFolder): readonly { readonly tool: string; readonly input: unknown }[];
  /** Of two requests. */
  readonly figures: Partial<Report>;
  /** Without a key. */
  readonly loggedOut: {
    env(folder: AgentFolder): Readonly<Record<string, string>>;
    readonly error: RegExp;
  };
};

export const GOAL = 'Build it the old way';

export async function prepare(
  t: TestContext,
  agent: Pick<AgentUnderTest, 'prepare'>,
  turns: readonly Turn[],
) {
  const undone: (() => void | Promise<void>)[] = [];
  const undo: Undo = (clean) => void undone.unshift(clean);
  t.after(async () => {
    for (const clean of undone) await clean();
  });
  const model = await Model.start();
  undo(() => model.stop());
  const folder = new AgentFolder(undo, 'delegate');
  model.script(GOAL, turns);
  return { env: { ...folder.env, ...(await agent.prepare(folder, model)) }, model, folder, undo };
}

export function childrenOf(parent: number, folder: AgentFolder): number[] {
  const isChild = (pid: number): boolean =>
    new RegExp(`^PPid:\\t${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return processesOf(folder).filter(isChild);
}

export function processesOf(folder: AgentFolder): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && procFile(pid, 'environ').includes(`HOME=${folder.home}`));
}
