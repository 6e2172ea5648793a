import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ConversationServers, type ServersOptions } from '../../../../src/agent/mcp/conversation-servers.ts';
import { Servers } from '../../../../src/agent/mcp/servers.ts';
import type { Outcome, Tool } from '../../../../src/agent/tool.ts';
import { type Config, defaultConfig, type McpServerEntry } from '../../../../src/base/config.ts';

const program = join(import.meta.dirname, 'odd-server.ts');
const variables = { PATH: process.env.PATH ?? '', HOME: '/tmp', SECRET: 'hush' };

/** A folder in which real servers leave their marks, and what a conversation has of them. */
export class OddFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-mcp-'));
  readonly troubles: string[] = [];
  readonly #context: TestContext;

  constructor(context: TestContext) {
    this.#context = context;
    context.after(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  entry(how = '', more: McpServerEntry = {}): McpServerEntry {
    return { command: process.execPath, args: [program, this.folder, how], ...more };
  }

  use(config: Partial<Config>, options: Partial<ServersOptions> = {}): ConversationServers {
    const used = new ConversationServers({
      servers: new Servers(),
      config: { ...defaultConfig, ...config },
      folder: this.folder,
      variables,
      env: variables,
      onMissing: (missing) => this.troubles.push(...missing),
      ...options,
    });
    this.#context.after(() => used.close());
    return used;
  }

  hang(): void {
    writeFileSync(join(this.folder, 'hang'), '');
  }

  goOn(): void {
    rmSync(join(this.folder, 'hang'));
  }

  /** One line for each call that reached a server. */
  lines(tool: string): string[] {
    try {
      return readFileSync(join(this.folder, tool), 'utf8').split('\n').slice(0, -1);
    } catch {
      return [];
    }
  }
}

export async function toolsOf(
  used: ConversationServers,
  own: readonly Tool[] = [],
): Promise<readonly Tool[]> {
  return used.tools(own, new AbortController().signal);
}

export function execute(
  tools: readonly Tool[],
  name: string,
  input: unknown = {},
  signal?: AbortSignal,
): Promise<Outcome> {
  const tool = tools.find((one) => one.name === name);
  assert(tool, `there is a tool ${name}`);
  return tool.execute(input, {
    id: 'proc_1',
    isRepeat: false,
    signal: signal ?? new AbortController().signal,
  });
}
