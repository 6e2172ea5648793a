import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { FRAME } from '../../src/keeper/frames/frame.ts';
import { exitOf, finish, run, TestHome, untilPrinted } from '../engine/test-home.ts';
import { builtKeeper } from './build.ts';
import { SensePlace } from './sensed.ts';
import { HUB, TestPlace } from './test-hub.ts';

const keeperProgram = builtKeeper('ringback-keeper-sanitized');
const reports = mkdtempSync(join(tmpdir(), 'ringback-sanitizer-'));
// Keepers have no stderr: what the sanitizers find goes into files. Inherited through engine and launcher.
process.env.ASAN_OPTIONS = `log_path=${reports}/asan:detect_leaks=0`;
process.env.UBSAN_OPTIONS = `log_path=${reports}/ubsan:print_stacktrace=1`;

after(() => {
  const found = readdirSync(reports).map((name) => readFileSync(join(reports, name), 'utf8'));
  removeFolder(reports);
  assert.deepEqual(found, []);
});

test('a sanitized keeper runs, rotates, talks, kills and ends without a report', async (context) => {
  const home = new TestHome(context);
  const engine = await home.open({ keeperProgram });

  const ended = await finish(engine, 'seq 100000; exit 7', { logLimitBytes: 65_536 });
  assert.equal(ended.exit.exitCode, 7);
  assert.equal(ended.exit.lines, 100_000);

  const cat = await run(engine, 'cat', { stdin: true });
  await engine.write(cat.id, Buffer.alloc(300_000, 'y'));
  await engine.submit(cat.id, 'done');
  await untilPrinted(engine, cat.id, 'done');
  await engine.closeInput(cat.id);
  const { process: catEnded } = await engine.wait(cat.id);
  assert.equal(exitOf(catEnded).finalOffset, 300_005);

  const terminal = await run(engine, 'stty size; read x; stty size; cat', { pty: true });
  await untilPrinted(engine, terminal.id, '30 120');
  await engine.resize(terminal.id, { cols: 99, rows: 33 });
  await engine.submit(terminal.id, 'go');
  await untilPrinted(engine, terminal.id, '33 99');
  await engine.poll(terminal.id);
  await engine.closeInput(terminal.id);
  assert.equal(exitOf((await engine.wait(terminal.id)).process).exitCode, 0);

  const tree = await run(engine, 'trap "" TERM; (sleep 100 & setsid sleep 100 & echo up; wait)');
  await untilPrinted(engine, tree.id, 'up');
  const killed = await engine.kill(tree.id, { graceMs: 50 });
  assert.deepEqual(killed.survivors, []);

  await assert.rejects(run(engine, 'true', { cwd: '/no/such/folder' }), { code: 'no_folder' });
  await assert.rejects(run(engine, 'true', { shell: '/no/such/shell' }), { code: 'no_program' });
});

test('a sanitized hub carries, spawns, runs words, lets go and ends without a report', async (context) => {
  const place = new TestPlace(context, keeperProgram);
  const hub = place.hub();
  const requests = ['seq 100000; exit 7', 'cat', 'sleep 100'].map((command) =>
    place.request(command, [
      ['stdin', true],
      ['limit', 65_536],
    ]),
  );
  for (const { record } of requests) await hub.spawn(record);
  const channels = requests.map(({ keep }) => hub.open(keep));
  const [rotated, cat, sleeping] = channels;
  assert.ok(rotated && cat && sleeping);
  hub.toKeeper(cat, FRAME.STDIN, 1, Buffer.alloc(60_000, 1));
  hub.toKeeper(cat, FRAME.CLOSE_STDIN, 2);
  await hub.untilEnded(rotated);
  await hub.untilEnded(cat);
  assert.equal(rotated.exit?.get('lines'), '100000');
  assert.equal(String(rotated.next), rotated.exit?.get('offset'));
  assert.equal(cat.next, 60_000 - 16);
  hub.toKeeper(rotated, FRAME.SEEN, 0);
  assert.equal(await hub.untilClosed(rotated), 'left');
  assert.equal(await hub.untilClosed(hub.open('/no/such/keep')), 'absent');
  hub.send(HUB.CLOSE, sleeping.tag);
  const kept = requests[2]?.keep ?? '';
  assert.match((await hub.run('status', kept)).text, /state=running/);
  assert.equal((await hub.run('kill', kept, '--grace', '50')).code, 0);
  hub.child.stdin.end();
  await hub.until(() => hub.isOver, 'the hub left');
  assert.equal(hub.child.exitCode, 0);
});

test('issue 13: a sanitized keeper notices prompts without a report', async (context) => {
  const place = new SensePlace(context, keeperProgram);
  const commands = [
    'read -p "one? " x; printf "\\e[?1049h\\e[2;3Hx\\e[?1049l\\e]0;title\\a\\n"; read -s x; sleep 1000',
    `exec python3 -c 'import readline; input("x? ")'`,
    `exec '${process.execPath}' -e 'require("readline").createInterface(process.stdin, process.stdout).question("x? ", console.log)'`,
  ];
  const all = await Promise.all(commands.map((command) => place.run(command)));
  for (const sensed of all) await sensed.prompt();
  await all[0]?.type('1\n');
  assert.equal((await all[0]?.prompt(2))?.hidden, true);
});
