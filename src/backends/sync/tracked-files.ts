import { execFile } from 'node:child_process';

const LIMIT_BYTES = 256 * 1024 * 1024;

export type Tracked = { has(path: string): boolean; hasBelow(path: string): boolean };

/** What git keeps in a folder: its ignore rules do not hold for that. Nothing where it is no work tree, or git is missing. */
export async function trackedFiles(folder: string): Promise<Tracked> {
  const output = await listTracked(folder);
  const files = new Set(output.split('\0').filter((path) => path !== ''));
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const above = file.slice(0, at);
      if (folders.has(above)) break;
      folders.add(above);
    }
  }
  return { has: (path) => files.has(path), hasBelow: (path) => folders.has(path) };
}

function listTracked(folder: string): Promise<string> {
  // What a repository says about programs to be run is not heeded.
  const args = ['-c', 'core.fsmonitor=false', '-C', folder, 'ls-files', '-z', '--cached'];
  return new Promise((resolve) => {
    execFile('git', args, { maxBuffer: LIMIT_BYTES, timeout: 60_000 }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}
