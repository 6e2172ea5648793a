/** Agents that a delegate runs headless, offline: each set up in a folder of its own, and found on the PATH. */
import { join } from 'node:path';
import { gemini } from '../../src/delegate/kinds/gemini/gemini.ts';
import { opencode } from '../../src/delegate/kinds/opencode/opencode.ts';
import { pi } from '../../src/delegate/kinds/pi/pi.ts';
import type { Runner } from '../../src/delegate/runner.ts';
import { AgentFolder, type Undo } from './agent-folder.ts';
import { geminiCli } from './gemini-cli.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';
import { offline, opencode as opencodePackage } from './opencode.ts';
import { pi as piPackage } from './pi.ts';

export type HeadlessAgent = {
  readonly to: 'opencode' | 'gemini' | 'pi';
  readonly runner: Runner;
  readonly package: string;
  /** Its name for a shell. */
  readonly shell: string;
  /** What it reports as its model. */
  readonly model: string;
  /** Per million tokens, where it can be told. */
  readonly cost?: { readonly input: number; readonly output: number };
  /** A model, or a lack of variables, with which it cannot begin, and what it says then. */
  readonly unusable: { readonly model?: string; readonly without?: string; readonly error: RegExp };
  /** Its files, and the variables that it needs. */
  configure(folder: AgentFolder, model: Model): Readonly<Record<string, string>>;
};

const cost = { input: 1_000, output: 2_000 };

export const headlessAgents: readonly HeadlessAgent[] = [
  {
    to: 'opencode',
    runner: opencode,
    package: opencodePackage,
    shell: 'bash',
    model: 'standin/stand-in',
    cost,
    unusable: { model: 'nobody/nothing', error: /opencode: .*model not found: nobody\/nothing/ },
    configure(folder, model) {
      const options = { baseURL: `${model.url}/v1`, apiKey: 'made-up-key' };
      const limit = { context: 100_000, output: 4_000 };
      const models = { 'stand-in': { name: 'stand-in', tool_call: true, limit, cost } };
      const standin = { npm: '@ai-sdk/openai-compatible', name: 'standin', options, models };
      // In its own folder for configuration it would fetch its plugin library first.
      folder.write('work/opencode.json', {
        model: 'standin/stand-in',
        small_model: 'standin/stand-in',
        autoupdate: false,
        share: 'disabled',
        snapshot: false,
        provider: { standin },
      });
      return {
        XDG_RUNTIME_DIR: folder.home,
        ...offline,
      };
    },
  },
  {
    to: 'gemini',
    runner: gemini,
    package: geminiCli,
    shell: 'run_shell_command',
    model: 'gemini-2.5-flash',
    unusable: { without: 'GEMINI_API_KEY', error: /Gemini CLI is not logged in .*GEMINI_API_KEY/ },
    configure(folder, model) {
      folder.write('home/.gemini/settings.json', {
        model: { name: 'gemini-2.5-flash' },
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
        general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      });
      return {
        GEMINI_API_KEY: 'made-up-key',
        GOOGLE_GEMINI_BASE_URL: model.url,
        GEMINI_CLI_NO_RELAUNCH: 'true',
      };
    },
  },
  {
    to: 'pi',
    runner: pi,
    package: piPackage,
    shell: 'bash',
    model: 'standin/stand-in',
    cost,
    unusable: { model: 'anthropic/claude-sonnet-4-5', error: /pi is not logged in .*use \/login/ },
    configure(folder, model) {
      const limits = { contextWindow: 100_000, maxTokens: 4_000 };
      const models = [{ id: 'stand-in', ...limits, cost: { ...cost, cacheRead: 0, cacheWrite: 0 } }];
      const standin = {
        baseUrl: `${model.url}/v1`,
        api: 'openai-completions',
        apiKey: 'made-up-key',
        models,
      };
      folder.write('home/.pi/agent/models.json', { providers: { standin } });
      folder.write('home/.pi/agent/settings.json', { defaultProvider: 'standin', defaultModel: 'stand-in' });
      return { PI_OFFLINE: '1', PI_TELEMETRY: '0' };
    },
  },
];

/** Everything that the delegate's program would have in its environment, and where it works. */
export async function setUp(undo: Undo, agent: HeadlessAgent, model: Model) {
  const folder = new AgentFolder(undo, agent.runner.kind);
  const programs = join(await installTool(agent.package), 'node_modules/.bin');
  const added = agent.configure(folder, model);
  const env = { ...folder.env, ...added, PATH: `${programs}:${folder.env.PATH}` };
  return { env, work: folder.work, folder, programs };
}
