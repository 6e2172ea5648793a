import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { cliCommand } from '../../base/programs.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';

/** Writes a systemd user service; enabling it is left to the user. */
export async function installService({ home, json }: Invocation<'daemon'>): Promise<number> {
  const configHome = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
  const path = join(configHome, 'systemd/user/ringback.service');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, serviceUnit(cliCommand(), home));
  const next = ['systemctl --user daemon-reload', 'systemctl --user enable --now ringback'];
  const atBoot = 'loginctl enable-linger';
  if (json) writeJson({ status: 'ok', path, next: [...next, atBoot] });
  else {
    writeLine(`wrote ${path}`);
    writeLine(`To enable it:\n  ${next.join('\n  ')}`);
    writeLine(`To keep it running after logout:\n  ${atBoot}`);
  }
  return 0;
}

export function serviceUnit(command: readonly string[], home: string): string {
  const words = [...command, '--home', home, 'daemon', 'run', '--stay'];
  return `[Unit]
Description=Ringback: background commands

[Service]
ExecStart=${words.map(quoteForSystemd).join(' ')}
Restart=on-failure
# Stopping the daemon leaves the processes running.
KillMode=process

[Install]
WantedBy=default.target
`;
}

function quoteForSystemd(word: string): string {
  const escaped = word.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(escaped) ? escaped : `"${escaped.replace(/[\\"]/g, '\\$&')}"`;
}
