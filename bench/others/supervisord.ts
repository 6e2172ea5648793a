import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { comesTrue, endProcess, execute, fileSize } from './execute.ts';
import { installPackage } from './install.ts';
import type { Manager } from './manager.ts';

/** Its processes have to be named in its configuration beforehand. */
const names = [
  ...Array.from({ length: 20 }, (_, i) => [`start${i}`, `quiet${i}`, `print${i}`]).flat(),
  'lines',
];

export async function openSupervisord(folder: string): Promise<Manager | undefined> {
  const supervisord = await installPackage('supervisord', 'supervisor', 'usr/bin/supervisord');
  if (!supervisord) return undefined;
  const env = { ...process.env, PYTHONPATH: join(dirname(supervisord), '../lib/python3/dist-packages') };
  const config = join(folder, 'supervisord.conf');
  const log = (name: string) => join(folder, `${name}.log`);
  const python = (program: string, ...args: string[]) => [
    join(dirname(supervisord), program),
    '-c',
    config,
    ...args,
  ];
  const control = (...args: string[]) => execute('python3', python('supervisorctl', ...args), { env });
  const scriptOf = (name: string) => join(folder, `${name}.sh`);
  const programs = names.map((name) => programSection(name, scriptOf(name), log(name)));
  writeFileSync(config, mainSection(folder) + programs.join(''));
  const serve = async () => {
    const child = spawn('python3', python('supervisord', '--nodaemon'), { env, stdio: 'ignore' });
    const isUp = await comesTrue(() => readLog(folder).includes(`started with pid ${child.pid}`), 10_000);
    if (!isUp) throw new Error('supervisord did not come up');
    return child.pid ?? 0;
  };
  let pid = await serve();
  return {
    name: 'supervisord',
    version: (await execute('python3', [supervisord, '--version'], { env })).trim(),
    hasCommandLine: true,
    pid: () => pid,
    helpers: () => [],
    async start(name, script) {
      copyFileSync(script, scriptOf(name));
      await control('start', name);
    },
    keptBytes: (name) => fileSize(log(name)),
    keptOutput: async (name) => readFileSync(log(name), 'utf8'),
    async exitCode(name) {
      const exited = new RegExp(`exited: ${name} \\(exit status (\\d+)`);
      await comesTrue(() => exited.test(readLog(folder)), 500);
      const [, code] = exited.exec(readLog(folder)) ?? [];
      return code === undefined ? undefined : Number(code);
    },
    async restart() {
      pid = await serve();
    },
    close: () => endProcess(pid, 'SIGTERM'),
  };
}

function mainSection(folder: string): string {
  const socket = join(folder, 'supervisor.sock');
  return `[unix_http_server]
file=${socket}
[supervisord]
logfile=${join(folder, 'supervisord.log')}
pidfile=${join(folder, 'supervisord.pid')}
childlogdir=${folder}
[rpcinterface:supervisor]
supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface
[supervisorctl]
serverurl=unix://${socket}
`;
}

function programSection(name: string, script: string, log: string): string {
  return `[program:${name}]
command=sh ${script}
autostart=false
autorestart=false
startsecs=0
stdout_logfile=${log}
stdout_logfile_maxbytes=0
`;
}

function readLog(folder: string): string {
  const path = join(folder, 'supervisord.log');
  return fileSize(path) > 0 ? readFileSync(path, 'utf8') : '';
}
