import { join } from 'node:path';
import { createRedactor } from '../../redact/redactor.ts';
import type { Tool } from '../tool.ts';
import { editTool } from './edit/edit.ts';
import { EditRecords } from './edit/records.ts';
import { readTool } from './read/read.ts';
import { searchTool } from './search/search.ts';
import { SeenFiles } from './seen.ts';

export type FileToolOptions = {
  /** The folder of the conversation: relative paths begin there. */
  readonly folder: string;
  /** A folder of this conversation only, for what was read and what is being edited; made when needed. */
  readonly state: string;
  readonly redactSecrets?: boolean;
  /** How long a search may take. */
  readonly searchMs?: number;
};

/** `read`, `edit` and `search`, for one conversation. */
export function createFileTools(options: FileToolOptions): readonly Tool[] {
  const { folder, state, redactSecrets = true, searchMs = 20_000 } = options;
  const redactor = createRedactor({ enabled: redactSecrets });
  const context = { folder, redactor, seen: new SeenFiles(join(state, 'seen.json')) };
  return [
    readTool(context),
    editTool(context, new EditRecords(join(state, 'edits'))),
    searchTool(context, { redactSecrets, searchMs }),
  ];
}
