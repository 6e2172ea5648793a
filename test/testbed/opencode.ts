/** opencode, offline: `opencode serve` and its HTTP API. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { AgentFolder, type McpServer, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

export const opencode = 'opencode-ai@1.18.33';

type Options = { readonly plugins?: readonly string[] };

export class Opencode {
  readonly #url: string;

  private constructor(url: string) {
    this.#url = url;
  }

  static async start(
    undo: Undo,
    model: Model,
    mcp: McpServer,
    { plugins = [] }: Options = {},
  ): Promise<Opencode> {
    const program = join(await installTool(opencode), 'node_modules/.bin/opencode');
    const folder = new AgentFolder(undo, 'opencode');
    folder.write('work/opencode.json', config(model, mcp, plugins));
    const server = folder.spawn(program, ['serve', '--hostname', '127.0.0.1', '--port', '0'], {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      // It would fetch its plugin library before the first turn.
      npm_config_registry: 'http://127.0.0.1:1',
      npm_config_fetch_retries: '0',
    });
    server.stderr?.resume();
    if (!server.stdout) throw new Error('opencode has no output');
    for await (const line of createInterface({ input: server.stdout })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url) return new Opencode(url);
    }
    await once(server, 'close');
    throw new Error(`opencode serve ended with ${server.exitCode}`);
  }

  async createSession(): Promise<string> {
    const { id } = (await this.#post('/session', {})) as { readonly id: string };
    return id;
  }

  /** The prompt and everything that the model does about it, to the end of its turn. */
  async prompt(session: string, text: string): Promise<void> {
    await this.#post(`/session/${session}/message`, { parts: [{ type: 'text', text }] });
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

function config(model: Model, { command, args, env }: McpServer, plugins: readonly string[]): object {
  const stand = { name: 'stand-in', tool_call: true, limit: { context: 100_000, output: 4_000 } };
  return {
    model: 'standin/stand-in',
    small_model: 'standin/stand-in',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    plugin: plugins.map((file) => `file://${file}`),
    provider: {
      standin: {
        npm: '@ai-sdk/openai-compatible',
        name: 'standin',
        options: { baseURL: `${model.url}/v1`, apiKey: 'made-up-key' },
        models: { 'stand-in': stand },
      },
    },
    mcp: { ringback: { type: 'local', command: [command, ...args], environment: env, enabled: true } },
  };
}
