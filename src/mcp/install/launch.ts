import { accessSync, constants, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { resolveHome } from '../../base/home.ts';
import { packageRoot } from '../../base/programs.ts';
import { type Client, isFields, type Launch, type Machine, type Scope } from './client.ts';

const launcher = join(packageRoot, 'bin/ringback');

/**
 * What a client is told to start. A desktop program has a bare PATH, so it gets the whole path, and the Node to use. A
 * checkout is on the PATH of one shell at most: the whole path, and the launcher finds the Node that the checkout brought.
 * A project's file is for everybody who has the project, so there the name alone is best.
 */
export function launchFor(client: Client, scope: Scope, home: string, machine: Machine): Launch {
  const installed = findInstalled(machine.env.PATH);
  const mayBeBare = installed !== null && (scope === 'project' || !client.isGraphical);
  return {
    command: mayBeBare ? 'ringback' : (installed ?? launcher),
    args: isUsualHome(home, machine) ? ['mcp'] : ['mcp', '--home', home],
    env: client.isGraphical && scope === 'user' ? { RINGBACK_NODE: process.execPath } : {},
  };
}

/** What the person should know about the command that was written. */
export function launchNotes({ command }: Launch, scope: Scope): string[] {
  if (isTemporary(packageRoot)) {
    return [
      `${command} is in npx's cache and goes with it: install Ringback (its README says how) and run this again.`,
    ];
  }
  if (scope === 'project' && command !== 'ringback') {
    return [
      'The path is that of this machine: with ringback on the PATH the entry would fit others who share the project.',
    ];
  }
  return [];
}

/** Whether an entry starts Ringback's MCP server, whoever wrote it and wherever it was installed then. */
export function startsRingback(entry: unknown): boolean {
  if (!isFields(entry)) return false;
  const words = [entry.command, entry.args].flat().filter((word) => typeof word === 'string');
  const at = words.findIndex((word) => /^ringback(@.*)?$/.test(basename(word)));
  return at !== -1 && words.slice(at + 1).includes('mcp');
}

/** Clients hand on few variables: a home that any of them decides has to be said. */
function isUsualHome(home: string, { userFolder }: Machine): boolean {
  return home === resolveHome(undefined, { HOME: userFolder });
}

/**
 * The link to this very launcher that an installation put where every shell finds it; not one that is found inside an npm
 * script only, and not the launcher's own folder, which somebody exported in this shell.
 */
function findInstalled(path = ''): string | null {
  const real = realPath(launcher);
  const found = path
    .split(':')
    .filter(
      (folder) => folder.startsWith('/') && !isTemporary(folder) && !folder.endsWith('/node_modules/.bin'),
    )
    .map((folder) => join(folder, 'ringback'))
    .find(isProgram);
  return found !== undefined && realPath(found) === real && !isCheckout(found) ? found : null;
}

/** An installation links to the launcher; in a checkout it is met itself. */
function isCheckout(found: string): boolean {
  return realPath(dirname(found)) === realPath(dirname(launcher));
}

function isTemporary(path: string): boolean {
  return path.includes('/_npx/');
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
