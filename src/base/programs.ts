import { dirname, join } from 'node:path';

/** Published code is bundled into `dist/*.js`; in development the sources run directly (`src/<folder>/*.ts`). */
const isBundled = import.meta.filename.endsWith('.js');
/** Tests of the sources start what was built of them (scripts/test.ts): it loads in a quarter of the time. */
const startsBundled = isBundled || process.env.RINGBACK_STARTS_BUNDLED === '1';

/**
 * A small young generation: most of what these programs handle is gone at once, and after a burst, as the takeover of 500
 * processes is, Node keeps the room that it has grown (17 MB). The launcher (bin/ringback) says the same.
 */
export const nodeOptions = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=1'];

/** The package's folder: the one with package.json, bin/ and keeper/. */
export const packageRoot = isBundled ? dirname(import.meta.dirname) : join(import.meta.dirname, '../..');

/** Node's arguments and the program that runs an engine for one home. */
export function daemonCommand(): string[] {
  return nodeCommand(startsBundled ? 'dist/daemon.js' : 'src/daemon/main.ts');
}

/** The program that takes the turns of conversations. */
export function agentCommand(): string[] {
  // It sleeps for hours after it has worked, and then gives back what it does not need.
  return nodeCommand(startsBundled ? 'dist/agent.js' : 'src/agent/main.ts', '--expose-gc');
}

/** The program that carries out one task of a delegation. */
export function delegateCommand(home: string, processId: string): string[] {
  const program = startsBundled ? 'dist/delegate.js' : 'src/delegate/main.ts';
  return [...nodeCommand(program, '--expose-gc'), '--home', home, '--id', processId];
}

/** The thread in which output is searched. */
export function grepWorker(): string {
  return join(packageRoot, startsBundled ? 'dist/grep-worker.js' : 'src/tools/view/grep/worker.ts');
}

/** The thread in which the agent searches files. */
export function searchWorker(): string {
  return join(packageRoot, startsBundled ? 'dist/search-worker.js' : 'src/agent/files/search/worker.ts');
}

/** The command line, for programs that start it again later. */
export function cliCommand(): string[] {
  if (!startsBundled) return nodeCommand('src/cli/entry.ts');
  // Through the launcher: after an upgrade this Node may be gone, and the launcher finds another.
  return ['/usr/bin/env', `RINGBACK_NODE=${process.execPath}`, join(packageRoot, 'bin/ringback')];
}

/** What a keeper runs when it has something to report and no daemon serves its home. */
export function wakeCommand(home: string): string[] {
  return [...cliCommand(), '--home', home, 'daemon', 'start'];
}

function nodeCommand(program: string, ...options: readonly string[]): string[] {
  return [process.execPath, ...nodeOptions, ...options, join(packageRoot, program)];
}
