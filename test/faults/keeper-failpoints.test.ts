import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import type { Life, ProcessSnapshot } from '../../src/engine/types.ts';
import { exitOf, run, until, untilPrinted } from '../engine/test-home.ts';
import { builtKeeper } from '../native/build.ts';
import { amount } from './support/amount.ts';
import { settledIn } from './support/deadline.ts';
import { failpointsIn } from './support/failpoints.ts';
import { FaultHome } from './support/home.ts';
import { checkNumbered, printNumbered } from './support/numbered.ts';
import { pidsOf } from './support/proc.ts';

const keeperProgram = builtKeeper('ringback-keeper-test');
const LINES = 20_000;
const TYPED = 'got hello\n';
const EXIT_CODE = 7;

/** `alone`: by itself, once no engine is there. */
type Ending = 'exit' | 'kill' | 'alone';

/** Prints over many segment borders and the limit, reads its input, and ends as asked; notes that it ran. */
function command(home: FaultHome, ending: Ending): string {
  const parts = [`echo $$ >> ${home.folder}/runs`, printNumbered(LINES), 'read line', 'echo "got $line"'];
  switch (ending) {
    case 'exit':
      return [...parts, `exit ${EXIT_CODE}`].join('; ');
    case 'alone':
      return [...parts, `while [ ! -e ${home.folder}/go ]; do sleep 0.02; done`, `exit ${EXIT_CODE}`].join(
        '; ',
      );
    case 'kill':
      return ['trap "" TERM', ...parts, 'while :; do sleep 0.05; done'].join('; ');
  }
}

/** Passes every failpoint of a keeper that has an engine, on the way from its start to its leaving. */
async function live(engine: Engine, { id }: ProcessSnapshot, ending: Ending): Promise<void> {
  await untilPrinted(engine, id, String(LINES - 1).padStart(15, '0'), (LINES - 1) * 16);
  await engine.submit(id, 'hello');
  await untilPrinted(engine, id, TYPED, LINES * 16);
  if (ending === 'kill') await engine.kill(id, { graceMs: 50 });
  await engine.wait(id);
}

/** Ends without an engine. */
async function endAlone(home: FaultHome, engine: Engine, { id }: ProcessSnapshot): Promise<void> {
  await engine.submit(id, 'hello');
  await engine.close();
  writeFileSync(join(home.folder, 'go'), '');
}

async function dieAt(context: TestContext, name: string, count: number, ending: Ending): Promise<void> {
  const home = new FaultHome(context);
  const reached = join(home.folder, 'reached');
  const first = await home.openWith(
    { RINGBACK_FAILPOINT: `${name}:${count}`, RINGBACK_FAILPOINT_REACHED: reached },
    { keeperProgram, wakeCommand: ['/bin/true'] },
  );
  const starting = run(first, command(home, ending), { stdin: true, logLimitBytes: 65_536 });
  const living = starting.then((process) =>
    ending === 'alone' ? endAlone(home, first, process) : live(first, process, ending),
  );
  living.catch(() => {}); // It is cut off by the death of the keeper.
  await until(() => existsSync(reached), `the failpoint ${name}`);
  await settledIn(10_000, starting, 'the answer to the start');
  if (name.startsWith('launch:')) await living; // There is no keeper yet: the next launcher starts it after all.
  await first.close();

  const second = await home.open({ keeperProgram });
  const processes = second.list();
  const runs = existsSync(join(home.folder, 'runs')) ? readFileSync(join(home.folder, 'runs'), 'utf8') : '';
  assert(processes.length <= 1, 'one row');
  assert((runs.match(/\n/g)?.length ?? 0) <= 1, 'it was started once');
  const [process] = processes;
  if (!process) assert.equal(runs, '', 'what nobody knows never ran');
  else await checkProcess(home, second, process.id, ending);
  for (const id of home.ids) assert.deepEqual(pidsOf(id), [], 'nothing of it lives');
}

function isWithoutKeeper(life: Life): boolean {
  return life.state === 'lost' || (life.state === 'running' && life.detached);
}

async function checkProcess(home: FaultHome, engine: Engine, id: string, ending: Ending): Promise<void> {
  const hasExit = existsSync(home.keep(id, 'exit'));
  if (hasExit) {
    const { rawStatus, finalOffset } = exitOf(engine.get(id));
    assert.equal(rawStatus, ending === 'kill' ? 9 : EXIT_CODE << 8, 'the real status');
    assert.equal(finalOffset, LINES * 16 + TYPED.length);
    const { end, gaps } = await checkNumbered(engine, id, LINES, TYPED);
    assert.equal(end, finalOffset, 'everything before the final offset is there');
    assert.equal(gaps.length, 1, 'but for the middle that the limit took');
  } else {
    // A keeper that has said where it dies may still answer for a moment. One that died before it let its command go leaves
    // nothing that ran.
    const isForgotten = () => !engine.list().some((process) => process.id === id);
    await until(
      () => isForgotten() || isWithoutKeeper(engine.get(id).life),
      'the death of its keeper to be known',
    );
    if (isForgotten()) {
      assert(!existsSync(join(home.folder, 'runs')), 'what nobody knows never ran');
      return;
    }
    await checkNumbered(engine, id, LINES, TYPED);
    await engine.kill(id, { graceMs: 100 });
    await until(() => engine.get(id).life.state === 'lost', 'lost, which is all that can be known');
  }
  assert.deepEqual(pidsOf(id), [], 'nothing of it lives after a kill');
}

/** Which endings lead past the failpoints of a family; the others are passed by all that have an engine. */
const endingsFor: Readonly<Record<string, readonly Ending[]>> = { kill: ['kill'], wake: ['alone'] };

/** Prompts and silences are told to who has a ledger: the campaign of the notifications comes to them. Those of a start that waits are in after.test.ts. */
const failpoints = failpointsIn(['keeper/{common,process,linux}/*.c']).filter(
  (name) => !/^(begin|prompt|quiet):/.test(name),
);

for (const name of failpoints) {
  const endings = endingsFor[name.split(':')[0] ?? ''] ?? ['exit', 'kill'];
  for (const ending of endings) {
    test(`promises 1, 2, 3: a keeper killed at ${name}, its command to ${ending}, leaves the truth`, async (t) => {
      const counts = name.startsWith('log:') ? [1, 2, 3, 5] : [1];
      for (const count of counts.slice(0, amount(2, counts.length))) await dieAt(t, name, count, ending);
    });
  }
}
