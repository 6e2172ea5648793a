import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resolveHome } from '../../../src/base/home.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { Client, Entry, Machine, Scope } from '../../../src/mcp/install/client.ts';
import { clients } from '../../../src/mcp/install/clients.ts';
import type { Wish } from '../../../src/mcp/install/install.ts';

type After = (clean: () => void) => void;

/** A person's folder and a project's, with nothing in them. */
export class Desk {
  readonly folder = mkdtempSync(join(tmpdir(), 'ringback-install-'));
  readonly machine: Machine = {
    platform: 'linux',
    userFolder: join(this.folder, 'user'),
    projectFolder: join(this.folder, 'project'),
    env: { PATH: join(this.folder, 'bin') },
  };

  constructor(after: After) {
    after(() => removeFolder(this.folder));
    for (const name of ['user', 'project', 'bin']) mkdirSync(join(this.folder, name));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, content: string | Uint8Array): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  wish(scope: Scope = 'user'): Wish {
    return { scope, home: resolveHome(undefined, { HOME: this.machine.userFolder }), machine: this.machine };
  }
}

export function clientNamed(name: string): Client {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`no client ${name}`);
  return found;
}

export const jsonEntry: Entry = {
  path: ['mcpServers', 'ringback'],
  fields: { command: '/opt/ringback', args: ['mcp'] },
  defaults: { timeout: 660_000 },
};

export const tomlEntry: Entry = {
  path: ['mcp_servers', 'ringback'],
  fields: { command: '/opt/ringback', args: ['mcp'] },
  defaults: { tool_timeout_sec: 660 },
};
