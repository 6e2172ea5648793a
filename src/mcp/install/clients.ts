import type { Client } from './client.ts';
import { claudeCode } from './clients/claude-code.ts';
import { claudeDesktop } from './clients/claude-desktop.ts';
import { codex } from './clients/codex.ts';
import { cursor } from './clients/cursor.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { vscode } from './clients/vscode.ts';
import { zed } from './clients/zed.ts';

/** Every client we can be entered into. */
export const clients: readonly Client[] = [
  claudeCode,
  codex,
  opencode,
  gemini,
  cursor,
  vscode,
  zed,
  claudeDesktop,
];
