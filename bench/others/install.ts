import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Workplace } from '../workplace.ts';
import { execute } from './execute.ts';

/** Longer than this nobody wants to wait for a comparison. */
const INSTALL_MS = 60_000;

/**
 * The path of a program: the machine's own, else from Debian's package, which is unpacked into the cache folder and
 * not installed (no root needed, no service started, the machine stays as it was). Undefined where neither is to be had.
 */
export async function installPackage(
  program: string,
  packageName: string,
  pathInside: string,
): Promise<string | undefined> {
  const own = await execute('sh', ['-c', `command -v ${program}`]).catch(() => '');
  if (own) return own.trim();
  const folder = join(Workplace.cacheFolder(), packageName);
  const unpacked = join(folder, pathInside);
  if (existsSync(unpacked)) return unpacked;
  try {
    mkdirSync(folder, { recursive: true });
    await execute('apt-get', ['download', packageName], { cwd: folder, timeout: INSTALL_MS });
    const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
    await execute('dpkg', ['-x', join(folder, archive), folder]);
    return existsSync(unpacked) ? unpacked : undefined;
  } catch {
    return undefined;
  }
}

export async function installPm2(): Promise<string | undefined> {
  const folder = join(Workplace.cacheFolder(), 'pm2');
  const program = join(folder, 'node_modules/pm2/bin/pm2');
  if (existsSync(program)) return program;
  try {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', 'pm2'];
    await execute('npm', args, { timeout: INSTALL_MS });
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
