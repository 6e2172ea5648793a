import { dirname, join } from 'node:path';

/** Published code is bundled into `dist/*.js`; in development the sources run as they are (`src/<folder>/*.ts`). */
const isBundled = import.meta.filename.endsWith('.js');

/** The package's own folder: the one with package.json, bin/ and keeper/. */
export const packageRoot = isBundled ? dirname(import.meta.dirname) : join(import.meta.dirname, '../..');

/** Node's own arguments and the program that hosts an engine for one home. */
export function daemonCommand(): string[] {
  return nodeCommand(isBundled ? 'dist/daemon.js' : 'src/daemon/main.ts');
}

/** The command line, for programs that have to start it again later. */
export function cliCommand(): string[] {
  if (!isBundled) return nodeCommand('src/cli/entry.ts');
  // Through the launcher: the Node of today may be gone after an upgrade, then another one is found.
  return ['/usr/bin/env', `RINGBACK_NODE=${process.execPath}`, join(packageRoot, 'bin/ringback')];
}

/** What a keeper with something to tell runs when nobody serves its home. */
export function wakeCommand(home: string): string[] {
  return [...cliCommand(), '--home', home, 'daemon', 'start'];
}

function nodeCommand(program: string): string[] {
  return [process.execPath, '--disable-warning=ExperimentalWarning', join(packageRoot, program)];
}
