/**
 * One life of the campaign: a program that hosts the engine, starts some of the planned processes, sets some of the planned
 * wake-ups and listens for all sessions, until it is killed or told to leave. With `all`: until everything is over and told.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig } from '../../../src/base/config.ts';
import { openHome } from '../../../src/home/open.ts';
import { Agent } from './agent.ts';
import { readJournal } from './journal.ts';
import { FINISH_MS, type LifeOrders } from './life.ts';
import { type Plan, sessionsOf } from './plan.ts';

const HOUR_MS = 3_600_000;

const orders = JSON.parse(process.argv[2] ?? '') as LifeOrders;
const { folder, keeperProgram, starts, prefer } = orders;
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan;

process.stdout.write('opening\n');
const host = await openHome({
  home: join(folder, 'home'),
  keeperProgram,
  // The next life comes by itself: keepers and the alarm only say that they would have it.
  wakeCommand: ['/bin/sh', '-c', `echo >> ${join(folder, 'woken')}`],
  // Nothing is removed: not for its age, nor for many that run at once.
  config: {
    ...defaultConfig,
    ...plan.config,
    retentionMs: HOUR_MS,
    endedProtectionMs: HOUR_MS,
    endedProcesses: 100_000,
  },
});
const { engine, notifier, wakeUps } = host;
const agent = new Agent(host, orders);
process.once('SIGTERM', leave);

for (const session of sessionsOf(plan))
  void (session === plan.fetching ? agent.fetchTurns(session) : agent.listen(session));
const journal = readJournal(join(folder, 'journal'));
const known = new Set(journal.flatMap((entry) => ('planned' in entry ? [entry.planned] : [])));
const [most, mustFinish] = starts === 'all' ? [Number.POSITIVE_INFINITY, true] : [starts, false];
const unset = plan.wakeUps.filter(({ id }) => !known.has(id)).slice(0, Math.max(1, most));
const due = plan.processes
  .filter(({ id }) => !known.has(id))
  .sort((a, b) => Number(b.kind === prefer) - Number(a.kind === prefer))
  .slice(0, most);
// One that was to be killed by a program that died is killed by the next.
const toKill = plan.processes.filter(({ id, kind }) => kind === 'killed' && known.has(id));
agent.releaseDetached();
const working = Promise.all([
  ...due.map((planned) => agent.start(planned)),
  ...toKill.map((planned) => agent.act(planned)),
]);
const setting = agent.set(mustFinish ? [] : unset);
process.stdout.write('open\n');
await Promise.all([working, setting]);
if (mustFinish) await finish();
await sleep(60_000);

/** Nothing runs, nothing is open, nothing is to come. */
async function finish(): Promise<never> {
  const endsAt = Date.now() + FINISH_MS;
  await agent.set(unset);
  const pending = () => wakeUps.list().filter(({ kind, due_at }) => kind !== 'every' && !isFar(due_at));
  const open = () => notifier.ledger.history({ isOpen: true, limit: 1_000 });
  while (pending().length > 0 || engine.hasActive() || notifier.hasOpenTimer) await step(endsAt);
  for (const { wake_id } of wakeUps.list()) wakeUps.cancel(wake_id);
  while (open().length > 0) await step(endsAt);
  return leave();

  async function step(latest: number): Promise<void> {
    agent.releaseDetached();
    await sleep(20);
    if (Date.now() < latest) return;
    const running = engine.list({ includeEnded: false });
    console.error(`still open: ${JSON.stringify({ running, pending: pending(), open: open() }, null, 1)}`);
    process.exit(3);
  }
}

async function leave(): Promise<never> {
  agent.leave();
  await host.close();
  process.exit(0);
}

function isFar(due_at: string | null): boolean {
  return due_at !== null && Date.parse(due_at) > Date.now() + FINISH_MS;
}
