import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What to put before the launcher's command so that keepers do not end with the service that the agent runs in
 * (promise 5): a scope of their own, where a systemd user manager is there.
 */
export function scopeCommand(env: NodeJS.ProcessEnv): readonly string[] | undefined {
  if (!env.XDG_RUNTIME_DIR || !existsSync(join(env.XDG_RUNTIME_DIR, 'systemd/private'))) return undefined;
  const found = (env.PATH ?? '')
    .split(':')
    .some((folder) => folder && existsSync(join(folder, 'systemd-run')));
  return found ? ['systemd-run', '--user', '--scope', '--quiet', '--collect'] : undefined;
}
