import { join } from 'node:path';
import { processesFolder } from '../../src/base/home.ts';
import { ringbackVersion } from '../../src/base/version.ts';
import { keepFolder } from '../../src/keeper/keep.ts';
import { listOutput } from '../../src/output/segments.ts';
import { Daemon } from '../daemon.ts';
import { environment } from '../environment.ts';
import { whoStandsIn } from '../proc.ts';
import { repository } from '../workplace.ts';
import { execute } from './execute.ts';
import type { Manager } from './manager.ts';

export async function openRingback(folder: string): Promise<Manager> {
  let daemon = await Daemon.start(folder);
  const ids = new Map<string, string>();
  const idOf = (name: string) => ids.get(name) ?? '';
  const ringback = (...args: string[]) =>
    execute(join(repository, 'bin/ringback'), ['--home', folder, ...args], { env: environment });
  return {
    name: 'Ringback',
    version: ringbackVersion(),
    hasCommandLine: true,
    pid: () => daemon.pid,
    helpers: () => whoStandsIn(processesFolder(folder)),
    async start(name, script) {
      ids.set(name, (await ringback('run', '--cwd', '/', '--', 'sh', script)).trim());
    },
    keptBytes: (name) => listOutput(keepFolder(folder, idOf(name))).end,
    keptOutput: (name) => ringback('log', idOf(name)),
    async exitCode(name) {
      const { exit_code } = JSON.parse(await ringback('--json', 'poll', idOf(name)));
      return exit_code ?? undefined;
    },
    async restart() {
      await daemon.kill('SIGKILL');
      daemon = await Daemon.start(folder);
    },
    close: () => daemon.end(),
  };
}
