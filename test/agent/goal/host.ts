/**
 * Takes the turns of one conversation until so many goals are reached. Each waits for a process, goes on where there is nothing to
 * wait for, and waits for a time until a person says that it need not. Killed anywhere and started again, it goes on.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonTools } from '../../../src/agent/daemon-tools.ts';
import { surroundingsOf } from '../../../src/agent/goal/surroundings-of-client.ts';
import { ringsOf } from '../../../src/agent/rings-of-client.ts';
import { RunningConversation } from '../../../src/agent/run-conversation.ts';
import { Store } from '../../../src/agent/store/store.ts';
import { defaultConfig } from '../../../src/base/config.ts';
import { Client } from '../../../src/client/client.ts';
import { type Reply, scriptedModel, textOf } from '../support/scripted-model.ts';

const [home = '', effects = '', rounds = '1'] = process.argv.slice(2);
const client = new Client({ home });
const store = new Store(home);
// As the agent's program does when it comes up.
store.goals.lookAgain();

const file = join(home, 'conversation');
if (!existsSync(file)) writeFileSync(file, store.create({ cwd: '/tmp', model: 'test/scripted' }).id);
const session = readFileSync(file, 'utf8');
const started = (round: string) => join(home, `go-${round}`);

/** What it does in a turn, by what it is told. */
function work(told: string, hasResults: boolean): Reply {
  if (hasResults) return 'started';
  if (told.startsWith('[IMPORTANT')) return 'rung';
  const [, round = ''] = /The goal: round (\d+)/.exec(told) ?? [];
  if (told.includes('does not run')) return 'went on';
  if (!told.startsWith('[GOAL: the person')) return 'unwaited';
  const go = started(round);
  const command = `while [ ! -e '${go}' ]; do sleep 0.05; done; echo built${round} >> '${effects}'`;
  return [['terminal', { command, background: true }]];
}

/** What the judge says, by what was said last. */
function judge(seen: string): Reply {
  const words = [...seen.matchAll(/^\| YOU: (.*)$/gm)].at(-1)?.[1];
  const process = /^(proc_[0-9a-f]{12}): pid/m.exec(seen)?.[1];
  const wish = {
    started: { verdict: 'wait', process },
    rung: { verdict: 'wait', process: 'proc_000000000000' },
    'went on': { verdict: 'wait', seconds: 3600 },
    unwaited: { verdict: 'done' },
  }[words ?? ''];
  return [['verdict', { reason: `after ${words}`, ...wish }]];
}

const model = scriptedModel(({ messages, tools }) => {
  const told = textOf(messages.findLast(({ role }) => role === 'user'));
  return tools[0]?.name === 'verdict' ? judge(told) : work(told, messages.at(-1)?.role === 'tool');
});

const env = { PATH: process.env.PATH ?? '', HOME: home };
const running = new RunningConversation(session, {
  store,
  model,
  rings: ringsOf(client),
  retryAt: () => undefined,
  tools: async () =>
    daemonTools({ client, config: defaultConfig, session, workdir: '/tmp', env, hears: true }),
  instructions: () => 'Reach it.',
  surroundings: surroundingsOf(client, session),
});

/** A life before has set the barrier and died: what it waits for has happened when this one comes. */
async function endEarly(): Promise<void> {
  const { due, text = '', target, barrier } = store.goals.get(session) ?? {};
  if (due !== 'park' || target?.kind !== 'process') return;
  const known = await client.wakeUps.list({ session_key: session });
  if (!known.some(({ wake_id }) => wake_id === barrier)) return;
  writeFileSync(started(text.replace('round ', '')), '');
  await client.wait(target.process);
}

let round = 1;
/** The person: sets the next goal, lets the process end, and says that it need not wait for a time. */
function act(): void {
  const goal = store.goals.get(session);
  while (round <= Number(rounds) && store.goals.isSet(session, `round ${round}`)) round += 1;
  if (goal?.state === 'parked' && goal.target?.kind === 'process') {
    const [, number = ''] = /round (\d+)/.exec(goal.text) ?? [];
    if (!existsSync(started(number))) writeFileSync(started(number), '');
  }
  if (goal?.state === 'parked' && goal.target?.kind === 'time') {
    store.goals.change(session, 'unwait');
    running.interruptJudge();
  }
  if (goal !== undefined && goal.state !== 'done') return;
  if (round > Number(rounds)) {
    if (store.unfinished().length === 0) running.close();
    return;
  }
  const bounds = { turns: 10, tokens: 0, dollars: 0, seconds: 0 };
  store.goals.set(session, { clientId: `round ${round}`, text: `round ${round}`, bounds });
  running.interruptJudge();
}

// Not inside of what has just been stored.
await endEarly();
const timer = setInterval(act, 10);
act();
await running.run();
clearInterval(timer);
const items = store.itemsBefore(session, undefined, 100_000);
process.stdout.write(
  JSON.stringify(
    items.map((item) => {
      if (item.kind === 'goal_event') return item.event;
      return item.kind === 'judgement' ? `judged ${item.verdict?.verdict}` : item.kind;
    }),
  ),
);
store.close();
