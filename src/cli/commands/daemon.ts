import { formatAge } from '../../base/age.ts';
import { RingbackError } from '../../base/errors.ts';
import { loadConfig } from '../../base/load-config.ts';
import { formatLoopback, parseLoopback } from '../../base/loopback.ts';
import { tokenPath } from '../../base/token.ts';
import { Client } from '../../client/client.ts';
import { startDaemon } from '../../client/start-daemon.ts';
import { stopDaemon } from '../../client/stop-daemon.ts';
import type { WireHealth } from '../../wire/daemon.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine, writeResult } from '../out.ts';
import type { Action } from '../specs.ts';

const actions: { [Name in Action<'daemon'>]: (invocation: Invocation<'daemon'>) => Promise<number> } = {
  start,
  stop,
  status,
  run,
  openapi,
  install: async (invocation) => (await import('../daemon/install.ts')).installService(invocation),
};

export async function main(invocation: Invocation<'daemon'>): Promise<number> {
  return actions[invocation.action](invocation);
}

async function start({ home, json, client, values }: Invocation<'daemon'>): Promise<number> {
  const { listen } = values;
  const address = listen === undefined ? undefined : formatLoopback(parseLoopback(listen));
  const outcome = await startDaemon(home, listen === undefined ? [] : ['--listen', listen]);
  const health = await client.health();
  if (address !== undefined && !isServed(address, health)) {
    throw new RingbackError(
      'home_in_use',
      `The daemon is already running and does not listen on ${address}.`,
      `Run: ringback daemon stop && ringback daemon start --listen ${address}`,
    );
  }
  writeResult(
    json,
    { ...health, started: outcome === 'started' },
    `${outcome === 'started' ? 'started' : 'already running'}, pid ${health.pid}`,
  );
  return 0;
}

async function stop({ home, json }: Invocation<'daemon'>): Promise<number> {
  const health = await readHealth(home);
  if (health) await stopDaemon(home, health.pid);
  if (json) writeJson({ status: 'stopped', was_running: health !== null, running: health?.running ?? 0 });
  else if (health) writeLine(`stopped; processes still running: ${health.running}`);
  else writeLine('The daemon is not running.');
  return 0;
}

async function status({ home, json }: Invocation<'daemon'>): Promise<number> {
  const health = await readHealth(home);
  writeResult(
    json,
    health ?? { status: 'stopped', home },
    health ? describe(health) : `The daemon for ${home} is not running; it starts when it is needed.`,
  );
  return health ? 0 : 1;
}

async function run({ home, json, values }: Invocation<'daemon'>): Promise<number> {
  const { runDaemon } = await import('../../daemon/run-daemon.ts');
  const onReady = () => {
    writeResult(
      json,
      { status: 'ok', pid: process.pid, home },
      `ringback daemon running for ${home}, pid ${process.pid}`,
    );
  };
  await runDaemon({ home, listen: values.listen, stays: values.stay === true, onReady });
  return 0;
}

async function openapi({ home }: Invocation<'daemon'>): Promise<number> {
  const { createDocument } = await import('../../daemon/openapi/document.ts');
  const { routes } = await import('../../daemon/routes.ts');
  writeJson(createDocument(routes, await loadConfig(home)));
  return 0;
}

/** Port 0 matches any port. */
function isServed(address: string, health: WireHealth): boolean {
  return health.address !== undefined && (address.endsWith(':0') || health.address === `http://${address}`);
}

async function readHealth(home: string): Promise<WireHealth | null> {
  try {
    return await new Client({ home, startsDaemon: false }).health();
  } catch (error) {
    if (error instanceof RingbackError && error.code === 'no_daemon') return null;
    throw error;
  }
}

function describe(health: WireHealth): string {
  return [
    `running for ${formatAge(health.uptime_seconds * 1000)}, pid ${health.pid}, version ${health.version}`,
    `home       ${health.home}`,
    ...(health.address ? [`address    ${health.address}, token in ${tokenPath(health.home)}`] : []),
    `processes  ${health.running} running, ${health.processes} known`,
    `memory     ${Math.round(health.rss_bytes / 1e6)} MB`,
  ].join('\n');
}
