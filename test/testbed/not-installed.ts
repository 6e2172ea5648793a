import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** For `skip` of a test: false where these programs can be started by their names, else which ones cannot. */
export function notInstalled(...programs: readonly string[]): string | false {
  const missing = programs.filter((name) => !isInstalled(name));
  return missing.length > 0 && `not installed: ${missing.join(', ')} (scripts/set-up-tests.sh)`;
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
