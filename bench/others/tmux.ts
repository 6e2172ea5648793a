import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenNamed } from '../proc.ts';
import { endProcess, execute, fileSize } from './execute.ts';
import { installPackage } from './install.ts';
import type { Manager } from './manager.ts';

export async function openTmux(folder: string): Promise<Manager | undefined> {
  const program = await installPackage('tmux', 'tmux', 'usr/bin/tmux');
  if (!program) return undefined;
  const socket = join(folder, 'tmux.sock');
  const tmux = (...args: string[]) => execute(program, ['-f', '/dev/null', '-S', socket, ...args]);
  const log = (name: string) => join(folder, `${name}.log`);
  const serve = async () => {
    await tmux(
      'new-session',
      '-d',
      '-s',
      'main',
      'sleep 600',
      ';',
      'set-option',
      '-g',
      'remain-on-exit',
      'on',
    );
    return Number(await tmux('display-message', '-p', '#{pid}'));
  };
  let pid = await serve();
  return {
    name: 'tmux',
    version: (await tmux('-V')).trim().replace('tmux ', ''),
    hasCommandLine: true,
    pid: () => pid,
    helpers: () => childrenNamed(pid, 'cat'),
    async start(name, script) {
      // In one call, so that nothing is printed before the pipe is there.
      const pipe = ['pipe-pane', '-t', name, `exec cat >> ${log(name)}`];
      await tmux('new-session', '-d', '-s', name, `exec sh ${script}`, ';', ...pipe);
    },
    keptBytes: (name) => fileSize(log(name)),
    keptOutput: async (name) => readFileSync(log(name), 'utf8'),
    async exitCode(name) {
      const status = await tmux('display-message', '-p', '-t', name, '#{pane_dead_status}').catch(() => '');
      return status.trim() === '' ? undefined : Number(status);
    },
    async restart() {
      pid = await serve();
    },
    async close() {
      await tmux('kill-server').catch(() => {});
      await endProcess(pid, 'SIGKILL');
    },
  };
}
