import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CliHome, isAlive, until } from '../cli/support.ts';
import type { McpServer, Undo } from '../testbed/agent-folder.ts';
import type { ToolCall } from '../testbed/model/types.ts';
import { Model, type Request } from '../testbed/model.ts';

const launcher = join(import.meta.dirname, '../../bin/ringback');

/** A home with a daemon, the stand-in for the model, and `ringback mcp` for an agent to start. */
export class Scene {
  readonly undo: Undo;
  readonly home: CliHome;
  readonly model: Model;
  readonly mcp: McpServer;

  private constructor(undo: Undo, home: CliHome, model: Model) {
    this.undo = undo;
    this.home = home;
    this.model = model;
    this.mcp = { command: launcher, args: ['mcp'], env: { RINGBACK_HOME: home.folder } };
  }

  static async open(t: TestContext): Promise<Scene> {
    // The agent goes before the daemon that its MCP server would start again.
    const stack: (() => void | Promise<void>)[] = [];
    const undo: Undo = (clean) => void stack.unshift(clean);
    t.after(async () => {
      for (const clean of stack) await clean();
    });
    const home = new CliHome(undo);
    undo(() => until(() => serversOf(home).length === 0, 'the end of the MCP servers'));
    return new Scene(undo, home, await Model.start(undo));
  }

  /** SIGKILL, as a crash would. */
  async killMcpServer(): Promise<void> {
    const [pid, ...others] = serversOf(this.home);
    if (pid === undefined || others.length > 0) throw new Error(`not one MCP server: ${[pid, ...others]}`);
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), 'the end of the MCP server');
  }
}

/** Processes that serve MCP for this home. */
export function serversOf(home: CliHome): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && isServerOf(pid, home));
}

function isServerOf(pid: number, home: CliHome): boolean {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return words.includes('mcp') && environment.includes(`RINGBACK_HOME=${home.folder}`);
  } catch {
    return false;
  }
}

export const terminal = (input: Readonly<Record<string, unknown>>): readonly ToolCall[] => [
  { tool: 'terminal', input },
];

export const look = (input: Readonly<Record<string, unknown>>): readonly ToolCall[] => [
  { tool: 'process', input },
];

/** What the model saw of tools' results that came with this request. */
export function resultsIn({ news }: Request): Result[] {
  return news.filter(({ by }) => by === 'tool').flatMap(({ text }) => parse(text.slice(text.indexOf('{'))));
}

/** What an agent says in its own words about a call is no result. */
function parse(text: string): Result[] {
  try {
    return [JSON.parse(text) as Result];
  } catch {
    return [];
  }
}

export type Result = Readonly<Record<string, unknown>> & {
  readonly session_id?: string;
  readonly delivery?: string;
  readonly output?: string;
  readonly notifications?: readonly string[];
  readonly processes?: readonly { readonly session_id: string }[];
};

/** A command that the test ends. */
export class Held {
  readonly #file: string;
  readonly command: string;

  constructor(home: CliHome, says: string) {
    this.#file = join(home.folder, `end-${says}`);
    this.command = `until [ -e ${this.#file} ]; do sleep 0.05; done; echo ${says}`;
  }

  end(): void {
    writeFileSync(this.#file, '');
  }
}
