/** Real agents and tools to test against: too large for the package, so installed once per machine, outside the checkout. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const LONGEST_INSTALL_MS = 15 * 60_000;
const NEXT_LOOK_MS = 250;

export type InstalledTool = {
  /** Where it was installed; `node_modules` is in it. */
  readonly folder: string;
  /** The path of one of its programs. */
  program(name: string): string;
  /** The folder of the package itself. */
  readonly package: string;
};

/**
 * `name@version` from npm, in `${RINGBACK_TESTBED:-~/.cache/ringback-testbed}/<name>-<version>`. The version has to be
 * exact: what is there is taken as it is. Of several who ask at once, one installs and the others wait.
 */
export async function installTool(wanted: string): Promise<InstalledTool> {
  const { name, version } = parse(wanted);
  const bed = process.env.RINGBACK_TESTBED || join(homedir(), '.cache/ringback-testbed');
  const folder = join(bed, `${name.replace(/^@/, '').replaceAll('/', '-')}-${version}`);
  mkdirSync(bed, { recursive: true });
  if (!existsSync(folder)) await installOnce(wanted, folder);
  return {
    folder,
    program: (program) => join(folder, 'node_modules/.bin', program),
    package: join(folder, 'node_modules', name),
  };
}

/** The machine's environment with Node 24 first: under an old one some packages install an old version or a stub. */
export function testbedEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: `${dirname(process.execPath)}:${env.PATH ?? ''}` };
}

async function installOnce(wanted: string, folder: string): Promise<void> {
  const lock = await takeLock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return;
    // Moved into place only when it is whole.
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'package.json'), '{"private":true}\n');
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--save-exact', wanted];
    await promisify(execFile)('npm', args, {
      cwd: unfinished,
      env: testbedEnvironment(),
      timeout: LONGEST_INSTALL_MS,
      maxBuffer: 64 << 20,
    });
    checkVersion(wanted, unfinished);
    renameSync(unfinished, folder);
  } finally {
    lock.close();
  }
}

/** An open transaction: it falls with its holder, whichever way that ends. */
async function takeLock(path: string): Promise<{ close(): void }> {
  const deadline = Date.now() + LONGEST_INSTALL_MS;
  for (;;) {
    const database = new DatabaseSync(path, { timeout: 0 });
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

function checkVersion(wanted: string, folder: string): void {
  const { name, version } = parse(wanted);
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  const installed = (JSON.parse(text) as { version: string }).version;
  if (installed !== version) throw new Error(`asked for ${wanted}, got ${installed}`);
}

function parse(wanted: string): { name: string; version: string } {
  const at = wanted.lastIndexOf('@');
  const [name, version] = [wanted.slice(0, at), wanted.slice(at + 1)];
  if (at < 1 || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`name a package and an exact version, not ${wanted}`);
  return { name, version };
}
