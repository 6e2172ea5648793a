/** Gemini CLI, offline: `gemini --acp`, by itself or hosted. */
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { AcpEditor } from './acp-editor.ts';
import { AgentFolder, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';

export const geminiCli = '@google/gemini-cli@0.61.0';

export class GeminiCli {
  readonly folder: AgentFolder;
  readonly #model: Model;
  readonly #program: string;

  private constructor(folder: AgentFolder, model: Model, program: string) {
    this.folder = folder;
    this.#model = model;
    this.#program = program;
  }

  static async prepare(undo: Undo, model: Model): Promise<GeminiCli> {
    const folder = new AgentFolder(undo, 'gemini');
    folder.write('home/.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
    const installed = await installTool(geminiCli);
    const program = join(installed, 'node_modules/@google/gemini-cli/bundle/gemini.js');
    return new GeminiCli(folder, model, program);
  }

  /**
   * As if a session had begun at another time. Its file is named after the minute, and a load within the same minute
   * writes over what it is about to read (0.61.0).
   */
  backdate(session: string): void {
    const chats = join(this.folder.home, '.gemini/tmp/work/chats');
    for (const name of readdirSync(chats).filter((one) => one.includes(session.slice(0, 8))))
      renameSync(join(chats, name), join(chats, name.replace(/\d{4}-/, '2001-')));
  }

  /** Behind `wrapper`, a command that starts it in its turn. */
  async start(wrapper: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<AcpEditor> {
    const [program = '', ...args] = [
      ...wrapper,
      process.execPath,
      this.#program,
      '--acp',
      '-m',
      'gemini-2.5-flash',
    ];
    const editor = new AcpEditor(
      this.folder.spawn(program, args, {
        GEMINI_API_KEY: 'made-up-key',
        GOOGLE_GEMINI_BASE_URL: this.#model.url,
        GEMINI_CLI_NO_RELAUNCH: 'true',
        ...env,
      }),
    );
    await editor.initialize();
    return editor;
  }
}
