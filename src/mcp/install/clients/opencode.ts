import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../../base/programs.ts';
import {
  type Client,
  ENTRY_NAME,
  type Entry,
  isFields,
  type Launch,
  type Listed,
  LONGEST_CALL_SECONDS,
  type Value,
  valueAt,
} from '../client.ts';
import { configFolder } from '../folders.ts';

const LONGEST_CALL_MS = LONGEST_CALL_SECONDS * 1000;

/** Tells opencode's sessions apart, which its MCP calls do not. Without the file only the server is entered. */
const PLUGIN = 'plugins/opencode/ringback.ts';
const pluginFile = join(packageRoot, PLUGIN);

const plugin: Listed = {
  path: ['plugin'],
  item: pathToFileURL(pluginFile).href,
  isOurs: (item) => typeof item === 'string' && item.endsWith(`/${PLUGIN}`),
};

export const opencode: Client = {
  name: 'opencode',
  title: 'opencode',
  format: 'json',
  isGraphical: false,
  files: {
    user: (machine) => configNames(join(configFolder(machine), 'opencode')),
    project: ({ projectFolder }) => [
      ...configNames(projectFolder),
      ...configNames(join(projectFolder, '.opencode')),
    ],
  },
  programs: ['opencode'],
  traces: (machine) => [join(configFolder(machine), 'opencode')],
  entry: describeEntry,
  next: 'Restart opencode; `opencode mcp list` shows ringback as connected.',
};

function configNames(folder: string): string[] {
  return ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name));
}

/** Version 2 reads what is written for version 1; only a file that is in its own shape gets that shape. */
function describeEntry({ command, args }: Launch, document: Value): Entry {
  const isSecond = isSecondShape(document);
  return {
    path: isSecond ? ['mcp', 'servers', ENTRY_NAME] : ['mcp', ENTRY_NAME],
    fields: { type: 'local', command: [command, ...args] },
    defaults: { timeout: isSecond ? { request: LONGEST_CALL_MS } : LONGEST_CALL_MS },
    // Version 2 runs no plugins that were written for version 1.
    ...(!isSecond && existsSync(pluginFile) && { listed: plugin }),
  };
}

/** A server of version 1 may be called "servers": it has a type or a switch, a map of servers has neither. */
function isSecondShape(document: Value): boolean {
  if (valueAt(document, ['mcp', ENTRY_NAME]) !== undefined) return false;
  const servers = valueAt(document, ['mcp', 'servers']);
  return isFields(servers) && typeof servers.type !== 'string' && typeof servers.enabled !== 'boolean';
}
