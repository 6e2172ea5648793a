import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, execute, fileSize } from './execute.ts';
import { installPm2 } from './install.ts';
import type { Manager } from './manager.ts';

type Listed = {
  readonly name: string;
  readonly pid: number;
  readonly pm2_env: { readonly exit_code?: number };
};

export async function openPm2(folder: string): Promise<Manager | undefined> {
  const program = await installPm2();
  if (!program) return undefined;
  const env = { ...process.env, PM2_HOME: folder, PM2_DISABLE_VERSION_CHECK: 'true' };
  const pm2 = (...args: string[]) => execute(process.execPath, [program, ...args], { env });
  const list = async () => JSON.parse((await pm2('jlist', '--silent')).trim()) as Listed[];
  const log = (name: string) => join(folder, `${name}.log`);
  const pid = () => Number(readFileSync(join(folder, 'pm2.pid'), 'utf8'));
  await list();
  return {
    name: 'pm2',
    version: (await pm2('--version', '--silent')).trim(),
    hasCommandLine: true,
    pid,
    helpers: () => [],
    async start(name, script) {
      const options = ['--name', name, '--output', log(name), '--no-autorestart', '--interpreter', 'none'];
      await pm2('start', '/bin/sh', '--silent', ...options, '--', script);
    },
    keptBytes: (name) => fileSize(log(name)),
    keptOutput: async (name) => (existsSync(log(name)) ? readFileSync(log(name), 'utf8') : ''),
    async exitCode(name) {
      return (await list()).find((one) => one.name === name)?.pm2_env.exit_code;
    },
    async restart() {
      await list();
    },
    async close() {
      const daemon = pid();
      await pm2('kill', '--silent').catch(() => {});
      await endProcess(daemon, 'SIGKILL');
    },
  };
}
