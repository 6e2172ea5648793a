import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Model } from '../test/testbed/model.ts';
import { Daemon } from './daemon.ts';
import { commandOf, whoWasGiven } from './proc.ts';
import type { Workplace } from './workplace.ts';

export type Served = {
  readonly daemon: Daemon;
  readonly model: Model;
  readonly home: string;
  /** Of the agent's program, which has to be up. */
  agentPid(): number;
};

/** A daemon with an agent whose model is a stand-in on loopback. `prepare`: before anything runs in the home. */
export async function withAgent<T>(
  workplace: Workplace,
  work: (served: Served) => Promise<T>,
  prepare: (home: string) => void = () => {},
): Promise<T> {
  const home = workplace.newFolder('home');
  const model = await Model.start();
  const agentProviders = { bench: { baseUrl: `${model.url}/v1` } };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ agentModel: 'bench/small', agentProviders }));
  prepare(home);
  const daemon = await Daemon.start(home);
  const end = workplace.atEnd(async () => {
    await daemon.end();
    model.stop();
  });
  const agentPid = () => {
    const [pid] = whoWasGiven(home).filter((one) => commandOf(one).includes('agent.js'));
    if (pid === undefined) throw new Error('the agent is not up');
    return pid;
  };
  try {
    return await work({ daemon, model, home, agentPid });
  } finally {
    await end();
  }
}
