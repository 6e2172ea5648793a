import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { CliHome, isAlive, until } from '../cli/cli-home.ts';
import type { McpServer, Undo } from '../testbed/agent-folder.ts';
import type { ToolCall } from '../testbed/model/types.ts';
import { Model, type Request } from '../testbed/model.ts';

const launcher = join(import.meta.dirname, '../../bin/ringback');

/** A home with a daemon, the stand-in for the model, and `ringback mcp` for an agent to start. */
export class Scene {
  readonly #undone: (() => void | Promise<void>)[] = [];
  /** The agent goes before the daemon that its MCP server would start again. */
  readonly undo: Undo = (clean) => void this.#undone.unshift(clean);
  readonly home = new CliHome(this.undo);
  readonly mcp: McpServer = { command: launcher, args: ['mcp'], env: { RINGBACK_HOME: this.home.folder } };
  readonly model: Model;

  private constructor(model: Model) {
    this.model = model;
    const isLeft = (which: 'server' | 'launcher'): boolean => serversOf(this.home, which).length > 0;
    this.undo(() => until(() => !isLeft('server') && !isLeft('launcher'), 'the end of the MCP servers'));
    this.undo(() => model.stop());
  }

  static async open(t?: TestContext): Promise<Scene> {
    const scene = new Scene(await Model.start());
    t?.after(() => scene.close());
    return scene;
  }

  /** What fails keeps nothing else from being cleaned up. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const clean of this.#undone) {
      try {
        await clean();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Another daemon, which dies at `point`. Who lost the old one may start a next before us: that one goes too. */
  async armDaemon(point: string): Promise<number> {
    const env = { RINGBACK_ENGINE_FAILPOINT: point };
    for (let tries = 0; tries < 20; tries += 1) {
      await this.home.killDaemon();
      await this.home.run(['daemon', 'start'], { env });
      const { pid } = await this.home.client().health();
      if (procFile(pid, 'environ').includes(`RINGBACK_ENGINE_FAILPOINT=${point}`)) return pid;
    }
    throw new Error(`somebody else always started the daemon first, without ${point}`);
  }

  /** SIGKILL, as a crash would: of the process that serves, or of the launcher that would start another. */
  async killMcpServer(which: 'server' | 'launcher' = 'server'): Promise<void> {
    const [pid, ...others] = serversOf(this.home, which);
    if (pid === undefined || others.length > 0) throw new Error(`not one MCP server: ${[pid, ...others]}`);
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), 'the end of the MCP server');
  }
}

/** Processes that serve MCP for this home. */
export function serversOf(home: CliHome, which: 'server' | 'launcher' = 'server'): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid) && isServerOf(pid, home, which));
}

function isServerOf(pid: number, home: CliHome, which: 'server' | 'launcher'): boolean {
  const words = procFile(pid, 'cmdline');
  const isServer = words.some((word) => word.endsWith('/dist/cli.js'));
  if (isServer !== (which === 'server')) return false;
  return words.includes('mcp') && procFile(pid, 'environ').includes(`RINGBACK_HOME=${home.folder}`);
}

/** Of a process that may end at any moment. */
export function procFile(pid: number, file: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
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

/** Prints what does not stand in the command: whoever has seen the words has seen the output. */
export const echo = (says: string): string => `echo ${says.slice(0, 2)}''${says.slice(2)}`;

/** A command that the test ends. */
export class Held {
  readonly #file: string;
  readonly command: string;

  constructor(home: CliHome, says: string) {
    this.#file = join(home.folder, `may-end-${says}`);
    this.command = `until [ -e ${this.#file} ]; do sleep 0.05; done; ${echo(says)}`;
  }

  end(): void {
    writeFileSync(this.#file, '');
  }
}

export async function hasEnded(home: CliHome, id: string): Promise<void> {
  const isOver = async (): Promise<boolean> =>
    (await home.list()).some(({ session_id, status }) => session_id === id && status === 'exited');
  await until(isOver, `the end of ${id}`);
}
