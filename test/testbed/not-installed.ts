import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** For `skip` of a test: false where these programs can be started by their names, else which ones cannot. */
export function notInstalled(...programs: readonly string[]): string | false {
  return notOnPath(process.env.PATH ?? '', programs);
}

export function notOnPath(path: string, programs: readonly string[]): string | false {
  const missing = programs.filter((name) => !isInstalled(name, path));
  return missing.length > 0 && `not installed: ${missing.join(', ')} (scripts/set-up-tests.sh)`;
}

function isInstalled(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
