import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome } from '../../src/home/open.ts';
import { IMAGE } from '../../test/testbed/servers/container-engine.ts';
import { Dockerd, whyNoDockerd } from '../../test/testbed/servers/dockerd.ts';
import { sshdIsMissing, startSshd } from '../../test/testbed/servers/sshd.ts';
import type { Finding } from '../measure.ts';
import { percentile } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';

type Entry = Readonly<Record<string, unknown>>;
const session = 'bench:1';

/** The clock of a container or a loopback host is ours: the programs print it, and we look at it when we have the line. */
export async function measureEnvironments(workplace: Workplace): Promise<Finding[]> {
  const folder = compileStatic(workplace);
  const findings: Finding[] = [];
  const noDocker = whyNoDockerd();
  if (noDocker) throw new Error(`docker: ${noDocker}`);
  const dockerd = await Dockerd.start();
  const end = workplace.atEnd(() => dockerd.stop());
  const mounts = [{ source: folder, target: '/bench', readonly: true }];
  const docker = { type: 'docker', socket: dockerd.socket, image: IMAGE, network: 'none', mounts };
  findings.push(...(await measureOne(workplace, 'a container', docker, '/bench')));
  await end();
  if (sshdIsMissing) throw new Error(sshdIsMissing);
  const sshd = await startSshd({ after: (undo) => void workplace.atEnd(async () => undo()) });
  const ssh = { type: 'ssh', host: sshd.host, config: sshd.config };
  findings.push(...(await measureOne(workplace, 'an SSH host', ssh, folder)));
  return findings;
}

async function measureOne(
  workplace: Workplace,
  where: string,
  entry: Entry,
  programs: string,
): Promise<Finding[]> {
  const home = workplace.newFolder('home');
  writeFileSync(join(home, 'config.json'), JSON.stringify({ environments: { there: entry } }));
  const host = await openHome({ home });
  const end = workplace.atEnd(async () => {
    await host.engine.killAll({ graceMs: 1_000 });
    await host.close();
  });
  const runs = workplace.isQuick ? 60 : 300;
  const start = (command: string, wishes: object = {}) =>
    host.engine.start({ command, cwd: '/', env: {}, environment: 'there', session, ...wishes });

  const lines: number[] = [];
  const { id } = await start(`exec ${programs}/line-stamp ${runs} 20`);
  for await (const event of host.engine.follow(id, { from: 0 })) {
    const now = process.hrtime.bigint();
    if (event.type !== 'output') break;
    for (const line of event.bytes.toString().trim().split('\n'))
      lines.push(Number(now - BigInt(line)) / 1e6);
  }

  const stop = new AbortController();
  const turns = host.notifier.dispatcher.subscribe(session, stop.signal);
  const ends: number[] = [];
  const starts: number[] = [];
  for (let i = -5; i < runs / 3; i++) {
    const began = performance.now();
    await start(`exec ${programs}/end-stamp 15`, { notifyOnComplete: true });
    if (i >= 0) starts.push(performance.now() - began);
    const { value: turn, done } = await turns.next();
    const at = process.hrtime.bigint();
    if (done) throw new Error('the subscription ended');
    const stamp = /^\| (\d{6,})$/m.exec(turn.text)?.[1];
    if (stamp === undefined) throw new Error(`no time in ${turn.text}`);
    host.notifier.dispatcher.acknowledge(turn.notifications.map((one) => one.id));
    if (i >= 0) ends.push(Number(at - BigInt(stamp)) / 1e6);
  }
  stop.abort();
  await end();
  const row = (what: string, times: number[], atMost?: number): Finding => ({
    what: `${where}: ${what}, p50`,
    value: percentile(times, 0.5),
    unit: 'ms',
    ...(atMost !== undefined && { atMost }),
    how: `${times.length} times (p99 ${percentile(times, 0.99).toFixed(1)} ms)`,
  });
  return [
    row('line printed to follower has it', lines, 20),
    row('end of process to notification', ends, 50),
    row('start', starts),
  ];
}

/** A container has no libraries of ours. */
function compileStatic(workplace: Workplace): string {
  const folder = workplace.newFolder('static');
  for (const name of ['line-stamp', 'end-stamp']) {
    const source = join(import.meta.dirname, '../programs', `${name}.c`);
    const { status } = spawnSync('cc', ['-O2', '-static', '-o', join(folder, name), source], {
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`cc could not compile ${source}`);
  }
  return folder;
}
