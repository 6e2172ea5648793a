import { join } from 'node:path';
import type { Machine } from './client.ts';

/** The XDG rules say that a relative path there is to be ignored. */
export function configFolder({ env, userFolder }: Machine): string {
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(userFolder, '.config');
}

/** Where desktop programs keep their things. */
export function desktopFolder(machine: Machine): string {
  return machine.platform === 'darwin'
    ? join(machine.userFolder, 'Library/Application Support')
    : configFolder(machine);
}
