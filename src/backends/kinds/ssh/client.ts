import { homedir } from 'node:os';
import { join } from 'node:path';
import { spawnProgram } from '../../child-program.ts';
import type { Program } from '../../environment.ts';
import { runToEnd } from '../../run-to-end.ts';
import type { Settings } from './settings.ts';

export const INSTALL_HINT = 'Install OpenSSH’s client (Debian: apt-get install openssh-client).';

/** What has to be so, whatever the user's configuration says: the line carries bytes, and nobody is there to be asked. */
export const MUST: readonly string[] = ['-T', '-x', '-e', 'none'].concat(
  ...['BatchMode=yes', 'LogLevel=ERROR', 'ClearAllForwardings=yes', 'RemoteCommand=none'].map((option) => [
    '-o',
    option,
  ]),
);

/** What the settings say to ssh, before the host. */
export function wishedOptions(settings: Settings): string[] {
  const options: string[] = [];
  if (settings.config !== undefined) options.push('-F', expand(settings.config));
  if (settings.user !== undefined) options.push('-l', settings.user);
  if (settings.port !== undefined) options.push('-p', String(settings.port));
  if (settings.identity !== undefined) options.push('-i', expand(settings.identity));
  for (const [name, value] of Object.entries(settings.options)) options.push('-o', `${name}=${value}`);
  return options;
}

/**
 * What the user's configuration comes to for this host: names in small letters. Asked without what must be, for that
 * changes what else is assumed (Debian's BatchMode: a ServerAliveInterval).
 */
export async function readConfig(
  options: readonly string[],
  host: string,
  signal?: AbortSignal,
): Promise<{ readonly config: ReadonlyMap<string, string>; readonly stderr: string }> {
  const args = ['-G', ...options, '--', host];
  const { stdout, stderr } = await runToEnd({ run: runSsh }, args, { ...(signal && { signal }) });
  const entries = stdout.split('\n').map((line): [string, string] => {
    const space = line.indexOf(' ');
    return [line.slice(0, space), line.slice(space + 1)];
  });
  return { config: new Map(entries), stderr };
}

/** Where the user's configuration is silent. A dead line is noticed after two minutes; until then it may come back. */
export function missingOptions(config: ReadonlyMap<string, string>): string[] {
  const isSilent = (name: string, value: string) => config.get(name) === value;
  return [
    ...(isSilent('connecttimeout', 'none') ? ['-o', 'ConnectTimeout=20'] : []),
    ...(isSilent('serveraliveinterval', '0')
      ? ['-o', 'ServerAliveInterval=30', '-o', 'ServerAliveCountMax=4']
      : []),
  ];
}

export function runSsh(args: readonly string[]): Promise<Program> {
  // A window that asks for a password would wait for ever.
  const env = { ...process.env, SSH_ASKPASS_REQUIRE: 'never' };
  return spawnProgram(['ssh', ...args], { env, hint: INSTALL_HINT });
}

function expand(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
