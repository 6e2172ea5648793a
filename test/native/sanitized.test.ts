import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { exitOf, finish, run, TestHome, untilPrinted } from '../engine/support.ts';
import { builtKeeper } from './build.ts';

const keeperProgram = builtKeeper('ringback-keeper-sanitized');
const reports = mkdtempSync(join(tmpdir(), 'ringback-sanitizer-'));
// Keepers have no stderr: what the sanitizers find goes into files. Inherited through engine and launcher.
process.env.ASAN_OPTIONS = `log_path=${reports}/asan:detect_leaks=0`;
process.env.UBSAN_OPTIONS = `log_path=${reports}/ubsan:print_stacktrace=1`;

after(() => {
  const found = readdirSync(reports).map((name) => readFileSync(join(reports, name), 'utf8'));
  rmSync(reports, { recursive: true });
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
