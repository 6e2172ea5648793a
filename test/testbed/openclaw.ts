/** OpenClaw, offline: its gateway, with the hooks on, and the OpenAI-like API for a person to speak through. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentFolder, type McpServer, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

/** An older Node gets an empty package. */
export const openclaw = 'openclaw@2026.9.6';

const LONGEST_START_MS = 120_000;
const NEXT_LOOK_MS = 100;
const gatewayToken = 'made-up-gateway-token';
const hookToken = 'made-up-hook-token';

export class OpenClaw {
  readonly #folder: AgentFolder;
  readonly #program: string;
  readonly #port: number;
  #gateway: ChildProcess | undefined;
  #output = '';

  private constructor(folder: AgentFolder, program: string, port: number) {
    this.#folder = folder;
    this.#program = program;
    this.#port = port;
  }

  static async prepare(undo: Undo, model: Model, mcp: McpServer): Promise<OpenClaw> {
    const program = join(await installTool(openclaw), 'node_modules/.bin/openclaw');
    const folder = new AgentFolder(undo, 'openclaw');
    // It does not choose one by itself, and has to have the same again after a crash.
    const port = await freePort();
    folder.write('home/openclaw.json', config(model, mcp, folder, port));
    return new OpenClaw(folder, program, port);
  }

  /** The settings of its ringer. */
  get ringer(): { readonly url: string; readonly token: string } {
    return { url: `http://127.0.0.1:${this.#port}/hooks`, token: hookToken };
  }

  async start(): Promise<void> {
    const gateway = this.#folder.spawn(this.#program, ['gateway', 'run'], {
      OPENCLAW_STATE_DIR: this.#folder.path('home/state'),
      OPENCLAW_CONFIG_PATH: this.#folder.path('home/openclaw.json'),
      OPENCLAW_SKIP_CHANNELS: '1',
      OPENCLAW_SKIP_CRON: '1',
      OPENCLAW_SKIP_CANVAS_HOST: '1',
      OPENCLAW_SKIP_GMAIL_WATCHER: '1',
    });
    this.#gateway = gateway;
    const keep = (chunk: Buffer): void => {
      this.#output = (this.#output + chunk).slice(-5_000);
    };
    gateway.stdout?.on('data', keep);
    gateway.stderr?.on('data', keep);
    const deadline = Date.now() + LONGEST_START_MS;
    while (!(await this.#isUp())) {
      assert.equal(gateway.exitCode, null, this.#output);
      assert.ok(Date.now() < deadline, `OpenClaw does not come up:\n${this.#output}`);
      await sleep(NEXT_LOOK_MS);
    }
  }

  /** A person says something in a session: to the end of the turn. */
  async say(sessionKey: string, content: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${gatewayToken}`,
        'x-openclaw-session-key': sessionKey,
      },
      body: JSON.stringify({ model: 'openclaw', messages: [{ role: 'user', content }] }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${text}\n${this.#output}`);
  }

  /** SIGKILL, as a crash would, of all that it has started. */
  async kill(): Promise<void> {
    const gateway = this.#gateway;
    if (gateway?.pid === undefined) return;
    const ended = once(gateway, 'exit');
    process.kill(-gateway.pid, 'SIGKILL');
    await ended;
  }

  async #isUp(): Promise<boolean> {
    const { url, token } = this.ringer;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/agent`, { method: 'POST', headers, body: '{}' }).catch(
      () => undefined,
    );
    return answer?.status === 400;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function config(model: Model, { command, args, env }: McpServer, folder: AgentFolder, port: number): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const stand = { id: 'stand-in', name: 'stand-in', reasoning: false, input: ['text'], cost };
  return {
    gateway: {
      mode: 'local',
      port,
      bind: 'loopback',
      auth: { mode: 'token', token: gatewayToken },
      http: { endpoints: { chatCompletions: { enabled: true } } },
    },
    agents: {
      defaults: { model: { primary: 'standin/stand-in' }, skipBootstrap: true, workspace: folder.work },
    },
    models: {
      mode: 'replace',
      providers: {
        standin: {
          baseUrl: `${model.url}/v1`,
          apiKey: 'made-up-key',
          api: 'openai-completions',
          models: [{ ...stand, contextWindow: 100_000, maxTokens: 4_000 }],
        },
      },
    },
    // The tools themselves, not a search for them.
    tools: { toolSearch: false },
    mcp: { servers: { ringback: { command, args, env } } },
    hooks: {
      enabled: true,
      token: hookToken,
      allowRequestSessionKey: true,
      // It does not start without the first.
      allowedSessionKeyPrefixes: ['hook:', 'agent:main:'],
    },
    logging: { file: folder.path('openclaw.log') },
  };
}
