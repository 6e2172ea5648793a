import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAlive } from '../engine/test-home.ts';
import { keepersIn } from '../faults/support/proc.ts';
import { completionOf, fates, NotifyHome, OTHER, SESSION, until, whenTold } from './notify-home.ts';

test('a command that ends: its session is told once, with everything about it', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id, startedAt } = await home.run('echo one; echo two; exit 3', { notifyOnComplete: true });
  const [first] = await listener.has(1);
  const { ended_at, ...event } = completionOf(first);
  assert.deepEqual(event, {
    type: 'completion',
    session_id: id,
    session_key: SESSION,
    command: 'echo one; echo two; exit 3',
    cwd: '/tmp',
    started_at: startedAt,
    exit_code: 3,
    signal: null,
    completion_reason: 'exited',
    termination_source: '',
    output: 'one\ntwo\n',
    output_missing: 0,
  });
  assert(ended_at >= startedAt);
  assert.match(listener.turns[0]?.text ?? '', /^\[IMPORTANT: Background process proc_[0-9a-f]{12} exited/);
  assert.deepEqual(fates(host, id), ['completion delivered']);
});

test('promise 11: kill, push, poll and wait all see the end, and it is told once', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const processes = await Promise.all(
    Array.from({ length: 8 }, () => home.run('exec sleep 60', { notifyOnComplete: true })),
  );
  await Promise.all(
    processes.flatMap(({ id }) => [
      host.engine.kill(id, { graceMs: 50 }),
      host.engine.kill(id, { graceMs: 50, source: 'kill_all' }),
      host.engine.wait(id),
      host.engine.poll(id),
    ]),
  );
  await listener.has(processes.length);
  // The same keeps again, by an engine that finds them ended.
  await listener.leave();
  const next = await home.reopen();
  for (const { id } of processes) assert.deepEqual(fates(next, id), ['completion delivered']);
  assert.equal(listener.received.length, processes.length);
});

test('100 commands that end at once, started 20 at a time: 100 completions (traps 1 and 2)', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen();
  const ids: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const started = Array.from({ length: 20 }, () => home.run('true', { notifyOnComplete: true }));
    ids.push(...(await Promise.all(started)).map(({ id }) => id));
  }
  await listener.has(100);
  assert.deepEqual(listener.received.map((one) => one.processId).sort(), ids.sort());
  assert(listener.types.every((type) => type === 'completion'));
});

test('a command that ended before anybody listened is told to whoever comes', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('true', { notifyOnComplete: true });
  await host.engine.wait(id);
  assert.deepEqual(fates(host, id), ['completion pending']);
  const [first] = await home.listen().has(1);
  assert.equal(first?.processId, id);
});

test('promise 14: what ended while nobody was at home is told, with its real exit code and all its output', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id } = await home.run(`${whenTold('end')}; echo late; exit 9`, { notifyOnComplete: true });
  await home.close();
  home.tell('end');
  await until(() => hasExit(home, id), 'its end');
  await home.open();
  const [first] = await home.listen().has(1);
  assert.equal(completionOf(first).exit_code, 9);
  assert.equal(completionOf(first).output, 'late\n');
});

test('a process whose keeper was killed is told as lost, with no invented exit code', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id, pid } = await home.run('echo before; exec sleep 60', { notifyOnComplete: true });
  await until(() => host.engine.preview(id, 100).includes('before'), 'its output');
  const keepers = keepersIn(home.folder, id);
  for (const keeper of keepers) process.kill(keeper, 'SIGKILL');
  // Not until nobody is in its folder: the keeper program is there again, and waits for the end of what was left behind.
  await until(() => !keepers.some(isAlive), 'the end of its keeper');
  process.kill(pid ?? 0, 'SIGKILL');
  await until(async () => (await host.engine.poll(id)).process.life.state === 'lost', 'its loss');
  const [first] = await listener.has(1);
  const event = completionOf(first);
  assert.equal(event.completion_reason, 'lost');
  assert.equal(event.exit_code, null);
  assert.equal(event.output, 'before\n');
});

test('who did not ask is not told', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('true');
  await host.engine.wait(id);
  assert.deepEqual(host.notifier.ledger.history(), []);
});

test('each session hears of its own processes only', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listeners = { [SESSION]: home.listen(SESSION), [OTHER]: home.listen(OTHER) };
  const started = await Promise.all(
    [SESSION, OTHER, SESSION, OTHER, OTHER].map((session) =>
      home.run('true', { session, notifyOnComplete: true }),
    ),
  );
  for (const [session, listener] of Object.entries(listeners)) {
    const own = started.filter((one) => one.session === session).map((one) => one.id);
    await listener.has(own.length);
    assert.deepEqual(listener.received.map((one) => one.processId).sort(), own.sort());
  }
});

test('the last 2,000 characters, cut at a line start, and how many bytes came before', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen();
  await home.run('seq -f "line %06.0f" 1 1000', { notifyOnComplete: true });
  const { output, output_missing } = completionOf((await listener.has(1))[0]);
  assert.equal(output.length, 1992);
  assert.match(output, /^line 000835\n/);
  assert.match(output, /line 001000\n$/);
  assert.equal(output_missing, 12_000 - 1992);
});

function hasExit(home: NotifyHome, id: string): boolean {
  return existsSync(join(home.folder, 'processes', id, 'exit'));
}

test('a failed command: what looks like the reason is told before the end of its output', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen();
  const build = 'echo compiling; echo "main.c:3:1: error: bad token AKIAIOSFODNN7EXAMPLE"; seq 2000; exit 2';
  await home.run(build, { notifyOnComplete: true });
  const [failed] = await listener.has(1);
  assert.match(
    completionOf(failed).digest ?? '',
    /^compiling\nmain\.c:3:1: error: bad token \[REDACTED:[\w-]+\]\n1\n2$/,
  );
  const text = listener.turns[0]?.text ?? '';
  assert(text.indexOf('look like errors:\n| compiling') > 0);
  assert(text.indexOf('look like errors:') < text.indexOf('The end of its output'));
  await home.run('echo "main.c:3:1: error: none"; seq 2000', { notifyOnComplete: true });
  const [, well] = await listener.has(2);
  assert.equal(completionOf(well).digest, undefined);
  // What the end shows is not told twice.
  await home.run('echo "main.c:3:1: error: bad"; exit 2', { notifyOnComplete: true });
  const [, , short] = await listener.has(3);
  assert.equal(completionOf(short).digest, undefined);
});

test('notify_on failure: a bad end is told, exit 0 and kill all are not', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const wish = { notifyOnComplete: true, notifyOn: 'failure' };
  const good = await home.run('true', wish);
  const bad = await home.run('exit 1', wish);
  const signalled = await home.run('kill -9 $$', wish);
  const ended = await home.run('exec sleep 60', wish);
  const late = await home.run('exec sleep 60', { ...wish, maxRuntimeSeconds: 1 });
  await host.engine.kill(ended.id, { source: 'kill_all' });
  for (const { id } of [good, bad, signalled, late]) await host.engine.wait(id);
  assert.deepEqual(
    [good, bad, signalled, ended, late].map(({ id }) => fates(host, id).length),
    [0, 1, 1, 0, 1],
  );
});
