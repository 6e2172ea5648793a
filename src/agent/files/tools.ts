import { join } from 'node:path';
import { createRedactor } from '../../redact/redactor.ts';
import type { Tool } from '../tool.ts';
import { readTool } from './read/read.ts';
import { SeenFiles } from './seen.ts';

export type FileToolOptions = {
  /** The folder of the conversation: relative paths begin there. */
  readonly folder: string;
  /** A folder of this conversation only, for what was read; made when needed. */
  readonly state: string;
  readonly redactSecrets?: boolean;
};

/** For one conversation. */
export function createFileTools(options: FileToolOptions): readonly Tool[] {
  const { folder, state, redactSecrets = true } = options;
  const redactor = createRedactor({ enabled: redactSecrets });
  const context = { folder, redactor, seen: new SeenFiles(join(state, 'seen.json')) };
  return [readTool(context)];
}
