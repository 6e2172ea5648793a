/** Claude Code, offline: `-p` for one prompt, and interactive in tmux. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isAlive, until } from '../cli/cli-home.ts';
import { AgentFolder, type McpServer, readAll, type Undo } from './agent-folder.ts';
import { installTool, whatIsMissing } from './install.ts';
import type { Model, Request } from './model.ts';

/** An older Node quietly gets an older version: test/testbed/install.ts installs with ours. */
export const claudeCode = '@anthropic-ai/claude-code@2.1.325';

export async function whatClaudeCodeMisses(): Promise<string | false> {
  if (spawnSync('tmux', ['-V']).status !== 0) return 'tmux is not installed';
  return whatIsMissing(claudeCode);
}

/** It asks the stand-in, and nobody else. */
export function claudeVariables(model: Model): Readonly<Record<string, string>> {
  return {
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: apiKey,
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // Offers the tools themselves, not a search for them.
    ENABLE_TOOL_SEARCH: 'false',
  };
}

/** A folder for `--plugin-dir`, which brings the MCP server along. */
export type Plugin = { readonly plugin: string; readonly env: Readonly<Record<string, string>> };

const LONGEST_CONNECT_MS = 30_000;
const REPEAT_KEY_MS = 2_000;
const apiKey = 'made-up-key';

export class ClaudeCode {
  readonly #folder: AgentFolder;
  readonly #model: Model;
  readonly #program: string;
  readonly #socket: string;
  readonly #plugin: Plugin | undefined;

  private constructor(undo: Undo, model: Model, program: string, added: McpServer | Plugin) {
    this.#folder = new AgentFolder(undo, 'claude');
    this.#model = model;
    this.#program = program;
    this.#socket = this.#folder.path('tmux');
    this.#plugin = 'plugin' in added ? added : undefined;
    const servers = 'plugin' in added ? {} : { ringback: { type: 'stdio', ...added } };
    this.#folder.write('mcp.json', { mcpServers: servers });
    // What a person answers once: the theme, the key, and that this folder is to be trusted.
    this.#folder.write('home/.claude.json', {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: [apiKey], rejected: [] },
      projects: {
        [this.#folder.work]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
      },
    });
    undo(() => this.kill());
  }

  static async prepare(undo: Undo, model: Model, added: McpServer | Plugin): Promise<ClaudeCode> {
    const folder = await installTool(claudeCode);
    return new ClaudeCode(undo, model, join(folder, 'node_modules/.bin/claude'), added);
  }

  /** One prompt, not interactive. What it printed. */
  async print(prompt: string): Promise<string> {
    const child = this.#folder.spawn(this.#program, ['-p', prompt, ...this.#options()], this.#env());
    return (await readAll(child)).output;
  }

  /** A command of its own, such as `claude plugin list`. What it printed; it must succeed. */
  async run(...args: readonly string[]): Promise<string> {
    const { code, output } = await readAll(this.#folder.spawn(this.#program, args, this.#env()));
    assert.equal(code, 0, `claude ${args.join(' ')}: ${output}`);
    return output;
  }

  /** Interactive, ready to be asked, with the tools there. */
  async open(): Promise<void> {
    await this.#start();
    await this.#seeTools();
  }

  /** The last conversation again, after a crash. */
  async continue(): Promise<void> {
    await this.#start('--continue');
  }

  async #start(...args: readonly string[]): Promise<void> {
    const env = Object.entries({ ...this.#folder.env, ...this.#env() }).map((pair) => pair.join('='));
    const command = ['env', '-i', ...env, this.#program, ...this.#options(), ...args];
    const size = ['-x', '160', '-y', '50'];
    this.#tmux('new-session', '-d', '-s', 'claude', ...size, '-c', this.#folder.work, ...command);
    await until(() => this.screen().includes('❯'), 'the prompt of Claude Code');
  }

  /** Enter in one piece with the text would be a line of it. */
  async type(prompt: string): Promise<void> {
    this.#tmux('send-keys', '-t', 'claude', '-l', prompt);
    await until(() => this.#input().includes(prompt), `${prompt} in the input`);
    this.#tmux('send-keys', '-t', 'claude', 'Enter');
  }

  /** What the form that it shows asks. */
  async question(): Promise<string> {
    let question: string | undefined;
    await until(() => {
      question = this.#form();
      return question !== undefined;
    }, 'a form');
    return question ?? '';
  }

  /** Fills in the form, and accepts it. */
  async answer(question: string, answer: string): Promise<void> {
    if (answer !== '') this.#tmux('send-keys', '-t', 'claude', '-l', answer);
    await until(() => this.screen().includes(`Answer: ${answer}`), `${answer} in the form`);
    this.#tmux('send-keys', '-t', 'claude', 'Enter');
    await until(() => this.screen().includes('❯ Accept'), 'the button');
    // A key that comes right after the last one is not heard, which no event tells.
    let pressed = 0;
    await until(() => {
      const isOver = this.#form() !== question;
      if (!isOver && Date.now() - pressed > REPEAT_KEY_MS) {
        this.#tmux('send-keys', '-t', 'claude', 'Enter');
        pressed = Date.now();
      }
      return isOver;
    }, 'the end of the form');
  }

  #form(): string | undefined {
    return /requests your input\s+.* asks: (.*)/.exec(this.screen())?.[1]?.trimEnd();
  }

  /** Below what was said. */
  #input(): string {
    return (
      this.screen()
        .split('\n')
        .findLast((line) => line.startsWith('❯')) ?? ''
    );
  }

  screen(): string {
    return this.#tmux('capture-pane', '-p', '-t', 'claude');
  }

  /** 0 when it is not running. */
  get pid(): number {
    return Number(this.#tmux('display-message', '-p', '-t', 'claude', '#{pane_pid}'));
  }

  /** SIGKILL, as a crash would. */
  async kill(): Promise<void> {
    const { pid } = this;
    if (pid === 0) return;
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid) && this.pid === 0, 'the end of Claude Code');
  }

  /** Servers are connected in the background, and turns do not wait for them: asks until the tools are offered. */
  async #seeTools(): Promise<void> {
    const question = 'Are you ready?';
    const isAsked = ({ news }: Request): boolean => news.some(({ text }) => text === question);
    const deadline = Date.now() + LONGEST_CONNECT_MS;
    for (let tools: readonly string[] = []; !tools.some((name) => name.startsWith(this.#prefix)); ) {
      assert.ok(Date.now() < deadline, `Claude Code has not got the tools:\n${this.screen()}`);
      const after = this.#model.requests.length;
      this.#model.script(question, ['Yes.']);
      await this.type(question);
      ({ tools } = await this.#model.heard(isAsked, 'a turn of Claude Code', { after }));
      await this.idle();
    }
  }

  /** No turn is going on. */
  async idle(): Promise<void> {
    await until(() => !this.screen().includes('esc to interrupt'), 'the end of the turn');
  }

  #options(): string[] {
    const tools = ['terminal', 'process', 'execute_code', 'wake', 'delegate']
      .map((name) => `${this.#prefix}${name}`)
      .join(',');
    const config = this.#plugin
      ? ['--plugin-dir', this.#plugin.plugin]
      : ['--strict-mcp-config', '--mcp-config', this.#folder.path('mcp.json')];
    return ['--permission-mode', 'default', ...config, '--allowedTools', tools];
  }

  get #prefix(): string {
    return this.#plugin ? 'mcp__plugin_ringback_ringback__' : 'mcp__ringback__';
  }

  #env(): Readonly<Record<string, string>> {
    return { ...this.#plugin?.env, ...claudeVariables(this.#model) };
  }

  #tmux(...args: readonly string[]): string {
    try {
      return execFileSync('tmux', ['-S', this.#socket, '-f', '/dev/null', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      // The server goes with its last session.
      return '';
    }
  }
}
