/** opencode, offline, for an editor: `opencode acp`, with nothing of Ringback in its own configuration. */
import { join } from 'node:path';
import { AcpEditor } from './acp-editor.ts';
import { AgentFolder, type Undo } from './agent-folder.ts';
import { installTool } from './install.ts';
import type { Model } from './model.ts';
import { offline, opencode } from './opencode.ts';

/** Behind `wrapper`, a command that starts it in its turn; the editor, and the folder to work in. */
export async function startOpencodeAcp(
  undo: Undo,
  model: Model,
  wrapper: readonly string[],
): Promise<{ editor: AcpEditor; work: string }> {
  const folder = new AgentFolder(undo, 'opencode');
  folder.write('work/opencode.json', config(model));
  const installed = join(await installTool(opencode), 'node_modules/.bin/opencode');
  const [program = '', ...args] = [...wrapper, installed, 'acp'];
  const child = folder.spawn(program, args, {
    XDG_RUNTIME_DIR: folder.home,
    ...offline,
  });
  const editor = new AcpEditor(child);
  await editor.initialize();
  return { editor, work: folder.work };
}

function config(model: Model): object {
  const stand = { name: 'stand-in', tool_call: true, limit: { context: 100_000, output: 4_000 } };
  const options = { baseURL: `${model.url}/v1`, apiKey: 'made-up-key' };
  const standin = {
    npm: '@ai-sdk/openai-compatible',
    name: 'standin',
    options,
    models: { 'stand-in': stand },
  };
  return {
    model: 'standin/stand-in',
    small_model: 'standin/stand-in',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    provider: { standin },
  };
}
