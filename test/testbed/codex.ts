/** Codex, offline: `codex exec`, one prompt after the other in the same thread. */
import { join } from 'node:path';
import { AgentFolder, type McpServer, readAll, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

export const codex = '@openai/codex@0.166.0';

export class Codex {
  readonly #folder: AgentFolder;
  readonly #program: string;

  private constructor(folder: AgentFolder, program: string) {
    this.#folder = folder;
    this.#program = program;
  }

  static async prepare(undo: Undo, model: Model, mcp: McpServer): Promise<Codex> {
    const program = join(await installTool(codex), 'node_modules/.bin/codex');
    const folder = new AgentFolder(undo, 'codex');
    folder.write('home/.codex/config.toml', config(model, mcp));
    return new Codex(folder, program);
  }

  /** A prompt to a new thread, to the end of its turn. */
  async prompt(text: string): Promise<string> {
    return this.#exec(['exec', '--skip-git-repo-check', text]);
  }

  /** The same in the thread of the last prompt, by a new process. */
  async promptAgain(text: string): Promise<string> {
    return this.#exec(['exec', 'resume', '--last', '--skip-git-repo-check', text]);
  }

  async #exec(args: readonly string[]): Promise<string> {
    return (await readAll(this.#folder.spawn(this.#program, args, {}))).output;
  }
}

export function modelConfig(model: Model): string {
  return [
    'model = "stand-in"',
    'model_provider = "standin"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    '[model_providers.standin]',
    'name = "stand-in"',
    `base_url = "${model.url}/v1"`,
    'wire_api = "responses"',
  ].join('\n');
}

/** TOML's strings, arrays and pairs are written like those of JSON. */
export function config(model: Model, { command, args, env }: McpServer): string {
  const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [
    modelConfig(model),
    '[mcp_servers.ringback]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    `env = { ${pairs.join(', ')} }`,
    '',
  ].join('\n');
}
