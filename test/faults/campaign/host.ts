/**
 * One life of the campaign: a program that hosts the engine, starts some of the planned processes and listens for all
 * sessions, until it is killed. `finish`: until everything is over and told.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig } from '../../../src/base/config.ts';
import { openHome } from '../../../src/home/open.ts';
import type { Turn } from '../../../src/notify/taker.ts';
import { note, readJournal } from './journal.ts';
import { type Plan, type Planned, sessionsOf } from './plan.ts';

const [folder = '', keeperProgram = '', starts = '0', carelessness = '0'] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan;
const journal = join(folder, 'journal');
const mustFinish = starts === 'finish';
/** Of so many turns one is not acknowledged by who got it. */
const careless = Number(carelessness);

process.stdout.write('opening\n');
const host = await openHome({
  home: join(folder, 'home'),
  keeperProgram,
  config: { ...defaultConfig, ...plan.config, retentionMs: 3_600_000, endedProcesses: 100_000 },
});
const { engine, notifier } = host;
const never = new AbortController().signal;
let turns = 0;

/** False: it crashed before it could acknowledge. */
function receive({ session, notifications }: Turn): boolean {
  const told = notifications.map(({ id, type, processId }) => ({ id, type, processId }));
  note(journal, { what: 'given', at: Date.now(), session, told });
  turns += 1;
  if (careless > 0 && turns % careless === 0) return false;
  const ids = told.map((one) => one.id);
  notifier.dispatcher.acknowledge(ids);
  note(journal, { what: 'acknowledged', ids });
  return true;
}

/** A subscriber that crashes is followed by another. */
async function listen(session: string): Promise<never> {
  for (;;) {
    for await (const turn of notifier.dispatcher.subscribe(session, never, { repeats: 'same' }))
      if (!receive(turn)) break;
  }
}

async function fetchTurns(session: string): Promise<never> {
  for (;;) {
    const turn = notifier.dispatcher.lease(session, { repeats: 'same' });
    if (turn) receive(turn);
    await sleep(10);
  }
}

/** As a client does: again under the same id, as long as it knows of no answer. */
async function start(planned: Planned): Promise<void> {
  const { id, session, command, notifyOnComplete, watchPatterns } = planned;
  const env = { PATH: process.env.PATH ?? '' };
  const request = {
    id,
    session,
    command,
    notifyOnComplete,
    watchPatterns,
    cwd: '/tmp',
    env,
    shell: '/bin/bash',
  };
  const started = await engine.start(request);
  note(journal, { what: 'started', planned: id, id: started.id });
  await act(planned, started.id);
}

/** What the session does with it: while it asks, it is not told in another way. */
async function act({ kind, session }: Planned, id: string): Promise<void> {
  if (kind !== 'waited' && kind !== 'killed') return;
  const release = notifier.dispatcher.hold(id);
  if (kind === 'waited') await engine.wait(id);
  else await engine.kill(id);
  notifier.noteAct(id, session, kind === 'waited' ? 'wait_exited' : 'kill_by_session');
  note(journal, { what: 'consumed', processId: id });
  release();
}

for (const session of sessionsOf(plan))
  void (session === plan.fetching ? fetchTurns(session) : listen(session));
const entries = readJournal(journal);
const known = new Map(
  entries.flatMap((entry) => (entry.what === 'started' ? [[entry.planned, entry.id]] : [])),
);
const missing = plan.processes.filter(({ id }) => !known.has(id));
const due = mustFinish ? missing : missing.slice(0, Number(starts));
// One that was to be killed by a program that died is killed by the next.
const toKill = plan.processes.filter(({ id, kind }) => kind === 'killed' && known.has(id));
const working = Promise.all([
  ...due.map(start),
  ...toKill.map((planned) => act(planned, known.get(planned.id) ?? '')),
]);
process.stdout.write('open\n');
await working;
if (mustFinish) {
  while (
    engine.hasActive() ||
    notifier.ledger.history({ isOpen: true, limit: 1 }).length > 0 ||
    notifier.hasOpenTimer
  )
    await sleep(20);
  await host.close();
  process.exit(0);
}
await sleep(60_000);
