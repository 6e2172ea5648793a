import { posix } from 'node:path';

/** Where a command starts: `wished` is a folder there; relative ones are below the environment's own, `''` is that itself. */
export function remoteFolder(wished: string, cwd: string | undefined, home: string): string {
  const expand = (path: string) => path.replace(/^~(?=\/|$)/, () => home);
  return posix.resolve(home, expand(cwd ?? home), expand(wished));
}
