import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { comesTrue, endProcess, fileSize } from './execute.ts';
import type { Manager } from './manager.ts';

export async function openChildProcess(folder: string): Promise<Manager> {
  let host = startHost();
  const log = (name: string) => join(folder, `${name}.log`);
  const exit = (name: string) => join(folder, `${name}.exit`);
  return {
    name: 'Node child_process',
    version: process.version,
    hasCommandLine: false,
    pid: () => host.pid ?? 0,
    helpers: () => [],
    async start(name, script) {
      host.stdin?.write(`${JSON.stringify({ name, script, log: log(name), exit: exit(name) })}\n`);
      if (host.stdout) await once(host.stdout, 'data');
    },
    keptBytes: (name) => fileSize(log(name)),
    keptOutput: async (name) => readFileSync(log(name), 'utf8'),
    async exitCode(name) {
      await comesTrue(() => fileSize(exit(name)) > 0, 500);
      return fileSize(exit(name)) > 0 ? Number(readFileSync(exit(name), 'utf8')) : undefined;
    },
    async restart() {
      host = startHost();
    },
    close: () => endProcess(host.pid ?? 0, 'SIGTERM'),
  };
}

function startHost(): ChildProcess {
  const program = join(import.meta.dirname, 'child-process-host.ts');
  return spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
}
