import { join } from 'node:path';
import { type Client, ENTRY_NAME, type Machine } from '../client.ts';
import { configFolder } from '../folders.ts';

/** Zed takes seconds, and no more of them. */
const LONGEST_TIMEOUT = 600;

export const zed: Client = {
  name: 'zed',
  title: 'Zed',
  format: 'json',
  isGraphical: true,
  files: {
    user: (machine) => [join(zedFolder(machine), 'settings.json')],
    project: ({ projectFolder }) => [join(projectFolder, '.zed/settings.json')],
  },
  programs: ['zed', 'zeditor'],
  traces: (machine) => [zedFolder(machine)],
  entry: ({ command, args, env }) => ({
    path: ['context_servers', ENTRY_NAME],
    fields: { command, args, env },
    defaults: { timeout: LONGEST_TIMEOUT },
  }),
  next: 'Zed starts it by itself; the settings of its agent show a green dot beside ringback.',
};

/** On macOS too it is ~/.config, whatever XDG says there. */
function zedFolder(machine: Machine): string {
  return machine.platform === 'darwin'
    ? join(machine.userFolder, '.config/zed')
    : join(configFolder(machine), 'zed');
}
