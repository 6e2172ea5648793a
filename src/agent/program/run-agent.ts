import { giveBackMemory } from '../../base/give-back-memory.ts';
import { prepareHome } from '../../base/home.ts';
import { loadConfig } from '../../base/load-config.ts';
import { isMissingModule, watchProgramFile } from '../../base/program-file.ts';
import { Client } from '../../client/client.ts';
import { IdleWatch } from '../../transport/idle.ts';
import { serveHttp } from '../../transport/serve-http.ts';
import { Servers } from '../mcp/servers.ts';
import { Store } from '../store/store.ts';
import { Agent } from './agent.ts';
import { routes } from './routes.ts';

/** Whoever answers is answered again soon. */
const RESTS_AFTER_SECONDS = 2;

type Options = {
  readonly home: string;
  /** What conversations have until somebody looks at them. */
  readonly variables: Readonly<Record<string, string>>;
  report(error: unknown): void;
};

/**
 * Takes the turns of all conversations of a home until a signal or idleness ends it. What is under way is left as it is: false,
 * something is.
 */
export async function runAgent({ home, variables, ...options }: Options): Promise<boolean> {
  const isReplaced = watchProgramFile();
  const leaving = Promise.withResolvers<void>();
  const report = (error: unknown) => {
    options.report(error);
    // An upgrade has removed what was not loaded yet: the program that is there now goes on.
    if (isMissingModule(error) && isReplaced()) leaving.resolve();
  };
  prepareHome(home);
  const config = await loadConfig(home);
  const store = new Store(home);
  const servers = new Servers();
  const agent = new Agent({
    home,
    store,
    servers,
    client: new Client({ home }),
    config: () => loadConfig(home),
    variables,
    report,
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => leaving.resolve());
  process.on('SIGHUP', () => {});
  process.on('unhandledRejection', report);
  const serving = await serveHttp({
    home,
    socket: 'agent.sock',
    routes,
    context: () => ({ agent }),
    onConnections: () => idle.look(),
    report,
  });
  const idle = new IdleWatch({
    isIdle: () => serving.connections() === 0 && agent.isIdle,
    seconds: config.agentIdleSeconds,
    leave: () => leaving.resolve(),
  });
  const resting = new IdleWatch({
    isIdle: () => agent.isIdle,
    seconds: RESTS_AFTER_SECONDS,
    leave: giveBackMemory,
  });
  store.onChange(() => {
    // Each turn begins in the program that is there then.
    if (!agent.isInTurn && isReplaced()) {
      void agent.close();
      leaving.resolve();
    }
    idle.look();
    resting.look();
  });
  // The daemon has forgotten them by then.
  store.forgetTold(Date.now() - 2 * config.historyMs);
  store.goals.lookAgain();
  agent.goOn();
  idle.look();
  await leaving.promise;
  idle.stop();
  resting.stop();
  await serving.close();
  await agent.close();
  await servers.close();
  const isDone = agent.isIdle;
  store.close();
  return isDone;
}
