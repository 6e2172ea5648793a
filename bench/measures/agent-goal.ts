import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked } from '../../test/testbed/model/types.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { cpuMs } from '../proc.ts';
import { percentile } from '../statistics.ts';
import type { Served } from '../with-agent.ts';
import type { Workplace } from '../workplace.ts';

const WORD = 'reach it';

/** A goal that waits for a process: what that takes, and how soon it goes on. */
export async function measureGoal(workplace: Workplace, served: Served): Promise<Finding[]> {
  const runs = workplace.isQuick ? 10 : 50;
  const { daemon, model } = served;
  const { client } = daemon;
  const { conversation_id: id } = await client.conversations.create({ cwd: '/', variables: environment });
  let awaited = '';
  let asked = Promise.withResolvers<bigint>();
  const judge = (verdict: object) => [{ tool: 'verdict', input: { reason: 'so it is', ...verdict } }];
  const turns = [
    'begun',
    () => judge({ verdict: 'wait', process: awaited }),
    (_: Asked) => {
      asked.resolve(process.hrtime.bigint());
      return 'heard';
    },
    judge({ verdict: 'done' }),
  ];
  model.script(WORD, Array.from({ length: runs + 10 }, () => turns).flat());
  const becomes = async (state: string) => {
    while ((await client.conversations.goal(id)).goal?.state !== state) await sleep(5);
  };
  /** Parks, and gives back how the process is ended that it waits for. */
  const park = async () => {
    const command = `read line; exec ${workplace.programs['end-stamp']} 15`;
    const wishes = { session_key: id, stdin: true, shell: '/bin/sh' };
    const started = await client.start({ command, workdir: '/', env: environment, ...wishes });
    awaited = started.session_id;
    await client.conversations.setGoal(id, WORD);
    await becomes('parked');
    return () => client.writer(awaited).write(Buffer.from('\n'));
  };
  const times: number[] = [];
  for (let run = -3; run < runs; run++) {
    const end = await park();
    asked = Promise.withResolvers();
    await end();
    const at = await asked.promise;
    await becomes('done');
    const stamp = /\d{6,}/.exec((await client.log(awaited)).output)?.[0];
    if (stamp === undefined) throw new Error('the process has printed no time');
    if (run >= 0) times.push(Number(at - BigInt(stamp)) / 1e6);
  }
  const end = await park();
  const idle = await measureParked(workplace, served);
  await end();
  await becomes('done');
  return [
    {
      what: 'a parked goal: end of what it waits for to the request at the model, p50',
      value: percentile(times, 0.5),
      unit: 'ms',
      atMost: 50,
      how: `${runs} times, the agent is up (p99 ${percentile(times, 0.99).toFixed(0)} ms)`,
    },
    ...idle,
  ];
}

async function measureParked(workplace: Workplace, { model, agentPid }: Served): Promise<Finding[]> {
  const seconds = workplace.isQuick ? 5 : 20;
  // What the last turn left behind is gone by then.
  await sleep(3_000);
  const [cpu, asked] = [cpuMs(agentPid()), model.requests.length];
  await sleep(seconds * 1000);
  const used = cpuMs(agentPid()) - cpu;
  if (model.requests.length > asked) throw new Error('the model was asked while the goal was parked');
  return [
    {
      what: 'CPU of the agent while a goal is parked',
      value: used / seconds / 10,
      unit: '%',
      atMost: 0.05,
      how: `${used.toFixed(2)} ms of a core in ${seconds} s, and no request at the model`,
    },
  ];
}
