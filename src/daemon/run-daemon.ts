import { prepareHome } from '../base/home.ts';
import { loadConfig } from '../base/load-config.ts';
import { parseLoopback } from '../base/loopback.ts';
import { wakeCommand } from '../base/programs.ts';
import { markStopped, unmarkStopped } from '../base/stopped.ts';
import { ringbackVersion } from '../base/version.ts';
import { type HomeOptions, openHome } from '../home/open.ts';
import { IdleWatch } from '../transport/idle.ts';
import { describeError, openDaemonLog } from './daemon-log.ts';
import { serve } from './serve.ts';

/** How often it is looked whether the last timer has run out: nobody tells. */
const LOOK_EVERY_MS = 5_000;

const STOP_REQUEST = 'a request';

type Options = {
  readonly home: string;
  /** Also serve this loopback address; else what the configuration says. */
  readonly listen?: string | undefined;
  /** Never leave for want of work: for a daemon that a service manager keeps. */
  readonly stays: boolean;
  onReady(): void;
} & Pick<HomeOptions, 'programs' | 'wakeCommand' | 'delegates'>;

/**
 * Hosts the engine of one home until a signal, a stop request or idleness ends it. Processes keep running. Throws
 * `home_in_use` where another daemon is at home already.
 */
export async function runDaemon({ home: folder, listen, stays, onReady, ...parts }: Options): Promise<void> {
  prepareHome(folder);
  const config = await loadConfig(folder);
  const address = listen ?? config.listen;
  // One that was asked for on the command line has to be served. One of the configuration must not keep a keeper's
  // wake-up from being heard: a port may be taken.
  const loopback = address !== '' && { address: parseLoopback(address), isNeeded: listen !== undefined };
  let log = (_line: string): void => {};
  const report = (error: unknown) => log(describeError(error));
  const home = await openHome({ home: folder, config, wakeCommand: wakeCommand(folder), report, ...parts });
  const { engine, notifier, wakeUps, delegations, programs } = home;
  // Only now: a daemon that is turned away must not move the log of the one that runs.
  log = openDaemonLog(folder);
  unmarkStopped(folder);
  const leaving = Promise.withResolvers<string>();

  process.on('SIGTERM', () => leaving.resolve('SIGTERM'));
  process.on('SIGINT', () => leaving.resolve('SIGINT'));
  process.on('SIGHUP', () => {});
  process.on('unhandledRejection', report);

  const serving = await serve({
    home,
    ...(loopback && { loopback }),
    onConnections: () => idle.look(),
    onStopRequest: () => setImmediate(() => leaving.resolve(STOP_REQUEST)),
    report,
  });
  const idle = new IdleWatch({
    isIdle: () =>
      engine.runningCount === 0 &&
      !engine.hasIdlePlaces &&
      serving.connections() === 0 &&
      !notifier.hasOpenTimer &&
      wakeUps.canLeave &&
      delegations.canLeave &&
      programs.canLeave &&
      !serving.isRinging(),
    // Nobody could start it again over TCP.
    seconds: stays || serving.address() !== undefined ? 0 : config.idleExitSeconds,
    leave: () => leaving.resolve('idleness'),
  });
  // The engine counts down once its listeners have heard.
  engine.onEnded(() => setImmediate(() => idle.look()));
  const looking = setInterval(() => idle.look(), LOOK_EVERY_MS);
  idle.look();

  log(`ringback ${ringbackVersion()} started in ${folder}, ${engine.runningCount} processes are running`);
  onReady();
  const reason = await leaving.promise;
  log(`stopping because of ${reason}, ${engine.runningCount} processes keep running`);
  clearInterval(looking);
  idle.stop();
  // Before the clients notice that it leaves: delegates that work on would start it again at once.
  if (reason === STOP_REQUEST) markStopped(folder);
  await serving.close();
  if (reason === STOP_REQUEST) await programs.stop();
  await home.close();
}
