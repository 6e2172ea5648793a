import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { bundle } from '../bundle.ts';
import { RemoteCheck } from './remote/check.ts';
import { readJournal } from './remote/journal.ts';
import { Killer } from './remote/killer.ts';
import { makePlan } from './remote/plan.ts';
import { leftThere, remoteFolder } from './remote/there.ts';
import { amount } from './support/amount.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { endIfThere } from './support/proc.ts';
import { type Random, seededRandom } from './support/random.ts';

const ROUNDS = amount(2, 16);
const LIVES = amount(8, 60);
const PROCESSES = amount(20, 150);
/** One by itself leaves half of the machine idle. */
const AT_ONCE = 2;
/** Ends that are looked for in vain are a finding, too. */
const FINISH_MS = 30_000;

const failpoints = failpointsIn(['src/backends/remote/*.ts', 'src/engine/*.ts']).filter((name) =>
  /^(remote|start|end|recover):/.test(name),
);

function prepare(t: TestContext, random: Random) {
  const folder = mkdtempSync(join(tmpdir(), 'rb-'));
  const [home, there] = [join(folder, 'home'), join(folder, 'there')];
  for (const one of [home, there]) mkdirSync(one, { mode: 0o700 });
  t.after(() => removeFolder(folder));
  new FaultHome(t, { folder: home });
  t.after(() => {
    const { hubs, launchers, keepers, words } = leftThere(there);
    for (const pid of [...hubs, ...launchers, ...keepers, ...words]) endIfThere(pid);
  });
  copyFileSync(findKeeperProgram(), join(folder, 'keeper'));
  const environments = { there: { type: 'here' } };
  writeFileSync(join(home, 'config.json'), JSON.stringify({ environments }), { mode: 0o600 });
  const plan = makePlan(random, folder, PROCESSES);
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  writeFileSync(plan.ran, '');
  bundle(join(import.meta.dirname, 'remote/victim.ts'), join(folder, 'victim.mjs'));
  return { folder, there, plan };
}

function spawnVictim(folder: string, starts: string, failpoint?: string): ChildProcess {
  return spawn(process.execPath, [join(folder, 'victim.mjs'), folder, starts], {
    env: {
      ...process.env,
      RINGBACK_KEEPER: join(folder, 'keeper'),
      ...(failpoint !== undefined && { RINGBACK_ENGINE_FAILPOINT: failpoint }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Lets an engine live among breaking lines until a failpoint or, at a random moment, we kill it. */
async function liveAndDie(folder: string, random: Random, killer: Killer): Promise<void> {
  const name = random.below(2) === 0 ? failpoints[random.below(failpoints.length)] : undefined;
  const failpoint = name && `${name}:${1 + random.below(3)}`;
  const child = spawnVictim(folder, String(random.below(Math.ceil((2 * PROCESSES) / LIVES) + 1)), failpoint);
  child.stdin?.on('error', () => {});
  const exit = once(child, 'exit');
  const over = new AbortController();
  const isOpening = await Promise.race([
    once(child.stdout ?? child, 'data').then(() => true),
    exit.then(() => false),
  ]);
  const plague = killer.plague(child, over.signal);
  const patience = sleep(isOpening ? 2 ** (6 + random.below(6)) : 0, undefined, { signal: over.signal });
  let isOurs = false;
  patience.then(
    () => {
      isOurs = child.kill('SIGKILL');
    },
    () => {},
  );
  const [code, signal] = await exit;
  over.abort();
  await plague;
  assert.equal(signal, 'SIGKILL', `a victim ended by itself, with ${code}`);
  killer.count(isOurs || !name ? 'kill engine' : name);
}

async function finish(folder: string, there: string): Promise<void> {
  const child = spawnVictim(folder, 'finish');
  const timer = setTimeout(() => child.kill('SIGKILL'), FINISH_MS);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  if (code !== 0 || signal) assert.fail(`the last engine finds no end: ${describe(folder, there)}`);
  // Hubs hear that it has gone.
  for (let tries = 0; tries < 500 && leftThere(there).hubs.length > 0; tries += 1) await sleep(10);
}

/** What is not over, for who has to find out why. */
function describe(folder: string, there: string): string {
  const left = leftThere(there);
  const database = new DatabaseSync(join(folder, 'home/engine.db'), { readOnly: true });
  const rows = database.prepare('SELECT id, request_id, state, detached, note FROM processes').all();
  const open = database
    .prepare("SELECT * FROM notifications WHERE state NOT IN ('delivered', 'suppressed', 'consumed')")
    .all();
  const isLeft = (id: unknown) => left.keeps.includes(String(id));
  const unfinished = rows.filter(({ id, state }) => !/exited|lost/.test(String(state)) || isLeft(id));
  const files = left.keeps.map((keep) => [
    keep,
    readdirSync(join(remoteFolder(there), keep)),
    existsSync(join(folder, 'home/processes', keep, 'place')),
  ]);
  const asked = readJournal(join(folder, 'journal')).slice(-3);
  return JSON.stringify({ left, unfinished, open, files, asked }, null, 1);
}

async function runRound(t: TestContext, random: Random, killsKeepers: boolean): Promise<void> {
  const { folder, there, plan } = prepare(t, random);
  const killer = new Killer(there, random, killsKeepers);
  t.after(() => killer.continueAll());
  for (let lives = 0; lives < LIVES; lives += 1) await liveAndDie(folder, random, killer);
  killer.continueAll();
  await finish(folder, there);
  const counts = new RemoteCheck(folder, plan, killsKeepers).run();
  t.diagnostic(`${JSON.stringify(killer.reached)} → ${JSON.stringify(counts)}`);
}

test('promises 1, 2, 3, 7, 11 elsewhere: whatever is killed, stopped or cut, each process runs once, ends once and is told once', async (t) => {
  const random = seededRandom(t);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const worker = async () => {
    for (let round = rounds.shift(); round !== undefined; round = rounds.shift())
      await runRound(t, random, round % 2 === 1);
  };
  const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  for (const one of workers) if (one.status === 'rejected') throw one.reason;
});
