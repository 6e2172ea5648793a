/**
 * Large tools that one suite needs (agents, the inspector, the conformance tests): from npm, each version in a folder of
 * its own outside the checkout, kept for the next run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';

const cache = process.env.RINGBACK_TESTBED || join(homedir(), '.cache/ringback-testbed');
/** Packages choose by the Node that installs them: an old one quietly gets an old version. */
const path = `${dirname(process.execPath)}:${process.env.PATH}`;

const LONGEST_INSTALL_MS = 15 * 60_000;
const NEXT_LOOK_MS = 250;

/** The folder whose node_modules holds the package, `name@version`. Fails where it cannot be installed. */
export function installTool(spec: string): Promise<string> {
  return prepareOnce(spec, (draft) => install(spec, draft));
}

/** Where it is when it has been installed. */
export const keptFolder = (what: string): string => join(cache, what.replaceAll('/', '+'));

/** A folder that `fill` made once, for this run and the next ones. */
export async function prepareOnce(what: string, fill: (draft: string) => Promise<void>): Promise<string> {
  const folder = keptFolder(what);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  // Of several test files that want the same, one installs and the others wait.
  const lock = await takeLock(join(cache, `.${basename(folder)}.lock`));
  try {
    if (!existsSync(folder)) await fillFolder(folder, fill);
  } finally {
    lock.close();
  }
  return folder;
}

/** For `skip` of a suite: false when all are there, else which one is missing and why. */
export async function whatIsMissing(...specs: string[]): Promise<string | false> {
  for (const spec of specs) {
    try {
      await installTool(spec);
    } catch (error) {
      return `${spec} cannot be installed: ${(error as Error).message}`;
    }
  }
  return false;
}

/** Moved into place only when it is whole. */
async function fillFolder(folder: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    await fill(draft);
    renameSync(draft, folder);
  } finally {
    removeFolder(draft);
  }
}

async function install(spec: string, draft: string): Promise<void> {
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  // Where there is no registry, the suite is to be skipped at once.
  const quick = ['--fetch-retries', '1', '--fetch-retry-mintimeout', '2000'];
  await runNpm(['install', '--prefix', draft, ...quiet, ...quick, spec]);
}

/** An open transaction: it falls with its holder, whichever way that ends. */
async function takeLock(file: string): Promise<{ close(): void }> {
  const deadline = Date.now() + LONGEST_INSTALL_MS;
  for (;;) {
    const database = new DatabaseSync(file, { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
      return database;
    } catch (error) {
      database.close();
      if (Date.now() > deadline) throw error;
    }
    await sleep(NEXT_LOOK_MS);
  }
}

async function runNpm(args: readonly string[]): Promise<void> {
  const npm = spawn('npm', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  let complaint = '';
  npm.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const [code] = (await once(npm, 'close')) as [number | null];
  const [, name] = /^npm error code (\S+)/m.exec(complaint) ?? [];
  if (code !== 0)
    throw new Error(name ? `npm says ${name}` : complaint.trim().slice(-500) || `npm ended with ${code}`);
}
