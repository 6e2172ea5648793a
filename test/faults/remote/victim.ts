/**
 * One life of the campaign: a program that hosts an engine whose commands run elsewhere, starts some of the planned
 * processes, types to them, kills those that are to be killed and listens for all sessions, until it is killed itself.
 * On its stdin it is told to break lines (`cut`) and to find nobody there (`away`, `back`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig } from '../../../src/base/config.ts';
import { RingbackError } from '../../../src/base/errors.ts';
import { openHome } from '../../../src/home/open.ts';
import type { Turn } from '../../../src/notify/taker.ts';
import { Here } from '../../backends/remote/here.ts';
import { note, readJournal } from './journal.ts';
import { type Plan, type Planned, sessions } from './plan.ts';
import { leftThere } from './there.ts';

const [folder = '', starts = '0'] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Plan;
const journal = join(folder, 'journal');
const mustFinish = starts === 'finish';
const there = join(folder, 'there');

const here = new Here({ after() {} }, there);
const orders: Readonly<Record<string, () => void>> = {
  cut: () => here.cut(),
  away: () => {
    here.trouble = 'no route to host';
    here.cut();
  },
  back: () => {
    here.trouble = undefined;
  },
};
createInterface({ input: process.stdin }).on('line', (line) => orders[line]?.());

process.stdout.write('opening\n');
const host = await openHome({
  home: join(folder, 'home'),
  config: {
    ...defaultConfig,
    // No rule drops a match: all lines must be told, each once.
    spacingMs: 0,
    sessionMatches: 1_000_000,
    allMatches: 1_000_000,
    quietLineMs: 20,
    leaseMs: 200,
    killGraceMs: 2_000,
    retentionMs: 3_600_000,
    endedProcesses: 100_000,
  },
});
const { engine, notifier } = host;

/** A client tries again as long as nobody answers. Other errors are the campaign's findings. */
async function insist<T>(what: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isPassing =
        error instanceof RingbackError && ['unreachable', 'gone', 'failed'].includes(error.code);
      if (!isPassing) throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
      note(journal, { what: 'refused', doing: what, because: (error as Error).message });
      await sleep(20);
    }
  }
}

function receive({ notifications }: Turn): void {
  const told = notifications.map(({ id, type, processId }) => ({ id, type, processId }));
  note(journal, { what: 'given', told });
  notifier.dispatcher.acknowledge(told.map(({ id }) => id));
  note(journal, { what: 'acknowledged', ids: told.map(({ id }) => id) });
}

async function listen(session: string): Promise<void> {
  for await (const turn of notifier.dispatcher.subscribe(session, new AbortController().signal))
    receive(turn);
}

async function start(planned: Planned): Promise<string> {
  const { id, session, command, stdin, pty, watchPatterns } = planned;
  const request = { id, session, command, stdin, pty, watchPatterns, cwd: '', env: {}, environment: 'there' };
  const started = await insist(`start ${id}`, () => engine.start({ ...request, notifyOnComplete: true }));
  note(journal, { what: 'started', planned: id, id: started.id });
  return started.id;
}

/** From the first line on of which nobody knows that it was taken: numbered, so that none is typed twice. */
async function type({ id: planned, typed }: Planned, id: string, from: number): Promise<void> {
  const writer = BigInt(`0x${planned.slice(5)}`);
  for (let seq = from; seq < typed; seq += 1) {
    try {
      await insist(`type ${seq} to ${id}`, () =>
        engine.submit(id, String(seq), { writer, seq: BigInt(seq) + 1n }),
      );
    } catch (error) {
      const { code } = error instanceof Error ? (error.cause as RingbackError) : { code: '' };
      if (code === 'already_exited' || code === 'stdin_closed' || code === 'detached') return;
      throw error;
    }
    note(journal, { what: 'typed', planned, count: seq + 1 });
    await sleep(5);
  }
}

async function kill({ id: planned }: Planned, id: string): Promise<void> {
  const { survivors } = await insist(`kill ${id}`, () => engine.kill(id));
  note(journal, { what: 'killed', planned, survivors });
}

const entries = readJournal(journal);
const known = new Map(
  entries.flatMap((entry) => (entry.what === 'started' ? [[entry.planned, entry.id]] : [])),
);
const typedBefore = new Map(
  entries.flatMap((entry) => (entry.what === 'typed' ? [[entry.planned, entry.count]] : [])),
);

async function live(planned: Planned): Promise<void> {
  const id = known.get(planned.id) ?? (await start(planned));
  if (planned.typed > 0) await type(planned, id, typedBefore.get(planned.id) ?? 0);
  // Not before it is up, or it would never say so.
  if (planned.kind === 'killed') {
    for await (const event of engine.follow(id, { from: 0 })) if (event.type !== 'gap') break;
    await kill(planned, id);
  }
}

for (const session of sessions) void listen(session);
const missing = plan.processes.filter(({ id }) => !known.has(id));
const due = mustFinish ? missing : missing.slice(0, Number(starts));
const working = Promise.all([...plan.processes.filter(({ id }) => known.has(id)), ...due].map(live));
process.stdout.write('open\n');
await working;
if (mustFinish) {
  while (engine.hasActive() || notifier.ledger.history({ isOpen: true, limit: 1 }).length > 0)
    await sleep(20);
  // Left-behind children may still print; when nothing is left there, all of it is here.
  // What is lost keeps its keep, so that what it left can still be killed.
  const isLost = (id: string) => engine.get(id).life.state === 'lost';
  while (leftThere(there).keeps.some((id) => !isLost(id))) await sleep(20);
  await host.close();
  process.exit(0);
}
await sleep(60_000);
