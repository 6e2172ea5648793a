import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Store } from '../../src/agent/store/store.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { cpuMs, residentKb } from '../proc.ts';
import { median, percentile } from '../statistics.ts';
import { type Served, withAgent } from '../with-agent.ts';
import { repository, type Workplace } from '../workplace.ts';
import { measureGoal } from './agent-goal.ts';

const MESSAGES = 10_000;
const WORD = 'bench';

/** The agent as a program of its own: what it takes while nothing happens, and how soon it is at work. */
export async function measureAgent(workplace: Workplace): Promise<Finding[]> {
  const rung = await withAgent(workplace, (served) => measureRings(workplace, served));
  const goals = await withAgent(workplace, (served) => measureGoal(workplace, served));
  let long = '';
  const opened = await withAgent(
    workplace,
    async (served) => [...(await measureOpening(served, long)), ...(await measurePrompt(workplace, served))],
    (home) => {
      long = fill(home);
    },
  );
  return [...rung, ...goals, ...opened];
}

/** The command prints the clock as the last thing it does; the model looks at the same clock. */
async function measureRings(workplace: Workplace, { daemon, model, agentPid }: Served): Promise<Finding[]> {
  const runs = workplace.isQuick ? 30 : 200;
  const { client } = daemon;
  const { conversation_id: id } = await client.conversations.create({ cwd: '/', variables: environment });
  let asked = Promise.withResolvers<{ text: string; at: bigint; time: number }>();
  model.script(
    WORD,
    new Array(runs + 100).fill(({ said }: { said: readonly { text: string }[] }) => {
      asked.resolve({ text: said.at(-1)?.text ?? '', at: process.hrtime.bigint(), time: Date.now() });
      return 'heard';
    }),
  );
  const idle = async () => {
    while ((await client.conversations.get(id)).state !== 'idle') await sleep(5);
  };
  await client.conversations.send(id, WORD);
  await asked.promise;
  const fromEnd: number[] = [];
  const fromStoring: number[] = [];
  for (let run = -5; run < runs; run++) {
    await idle();
    asked = Promise.withResolvers();
    const command = `exec ${workplace.programs['end-stamp']} 15`;
    const wishes = { session_key: id, notify_on_complete: true, shell: '/bin/sh' };
    await client.start({ command, workdir: '/', env: environment, ...wishes });
    const { text, at, time } = await asked.promise;
    const stamp = /^\| (\d{6,})$/m.exec(text)?.[1];
    if (stamp === undefined) throw new Error(`no time in ${text}`);
    const { items } = await client.conversations.items(id, { limit: 5 });
    const ring = items.findLast(({ kind }) => kind === 'ring');
    if (run < 0 || !ring) continue;
    fromEnd.push(Number(at - BigInt(stamp)) / 1e6);
    fromStoring.push(time - Date.parse(ring.at ?? ''));
  }
  await idle();
  const how = `${runs} processes, one at a time; the conversation is open, the model on loopback`;
  return [
    {
      what: 'end of process to the request at the model, p50',
      value: percentile(fromEnd, 0.5),
      unit: 'ms',
      atMost: 20,
      how: `${how} (p99 ${percentile(fromEnd, 0.99).toFixed(0)} ms)`,
    },
    {
      what: 'a stored ring to the request at the model, p50',
      value: percentile(fromStoring, 0.5),
      unit: 'ms',
      atMost: 20,
      how: `the same (p99 ${percentile(fromStoring, 0.99).toFixed(0)} ms)`,
    },
    ...(await measureIdle(workplace, agentPid())),
  ];
}

async function measureIdle(workplace: Workplace, pid: number): Promise<Finding[]> {
  const seconds = workplace.isQuick ? 5 : 20;
  // What the last turn left behind is gone by then.
  await sleep(3_000);
  const before = cpuMs(pid);
  await sleep(seconds * 1000);
  const cpu = cpuMs(pid) - before;
  return [
    {
      what: 'CPU of an idle agent, with a conversation open',
      value: cpu / seconds / 10,
      unit: '%',
      atMost: 0.05,
      how: `${cpu.toFixed(2)} ms of a core in ${seconds} s`,
    },
    {
      what: 'memory of an idle agent, after its turns',
      value: residentKb(pid) / 1000,
      unit: 'MB',
      atMost: 90,
      how: 'VmRSS',
    },
  ];
}

/** What a viewer asks for when it comes. */
async function measureOpening({ daemon }: Served, id: string): Promise<Finding[]> {
  const { conversations } = daemon.client;
  const times: number[] = [];
  for (let run = 0; run < 10; run++) {
    const before = performance.now();
    await conversations.open(id, { variables: environment });
    const { items } = await conversations.items(id);
    times.push(performance.now() - before);
    if (items.length === 0) throw new Error('nothing was shown');
  }
  const [first = 0, ...later] = times;
  return [
    {
      what: `opening a conversation of ${MESSAGES} messages`,
      value: median(later),
      unit: 'ms',
      atMost: 200,
      how: `opened, and its last 100 items; the first time, with the start of the agent, ${first.toFixed(0)} ms`,
    },
  ];
}

/** What somebody waits for who wants to type; daemon and agent are up. */
async function measurePrompt(workplace: Workplace, { home }: Served): Promise<Finding[]> {
  const runs = workplace.isQuick ? 5 : 20;
  const times: number[] = [];
  for (let run = -2; run < runs; run++) {
    const before = performance.now();
    const chat = `${join(repository, 'bin/ringback')} chat`;
    const env = { ...environment, RINGBACK_HOME: home, TERM: 'xterm-256color' };
    const child = spawn('script', ['-qfc', chat, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
    let shown = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      shown += chunk;
      if (shown.includes('\n> ')) break;
    }
    if (run >= 0) times.push(performance.now() - before);
    child.kill();
  }
  const how = `${runs} times, in a terminal of \`script\` (p90 ${percentile(times, 0.9).toFixed(0)} ms)`;
  return [{ what: '`ringback chat` to its prompt, p50', value: median(times), unit: 'ms', atMost: 250, how }];
}

/** A conversation of so many messages, half of them the model's. */
function fill(home: string): string {
  const store = new Store(home);
  const { id } = store.create({ cwd: '/', model: 'bench/small' });
  const usage = { inputTokens: 10, cachedTokens: 0, outputTokens: 10 };
  for (let number = 0; number < MESSAGES / 2; number++) {
    store.send(id, { clientId: String(number), content: [{ type: 'text', text: `Question ${number}?` }] });
    store.begin(id, 'person');
    const turn = store.view(id).turn ?? 0;
    const position = store.ask(id, turn, 'bench/small');
    const content = [{ type: 'text' as const, text: `Answer ${number}. `.repeat(20) }];
    store.said(id, position, { content, finish: 'said', usage }, undefined);
    store.finish(turn);
  }
  store.close();
  return id;
}
