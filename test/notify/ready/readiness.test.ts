import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Notification } from '../../../src/notify/ledger.ts';
import type { ReadyEvent } from '../../../src/wire/events.ts';
import { completionOf, fates, NotifyHome, until, whenTold } from '../notify-home.ts';

function readyOf(told: Notification | undefined): ReadyEvent {
  if (told?.type === 'ready') return told.event as ReadyEvent;
  throw new Error(`not that it is ready: ${JSON.stringify(told)}`);
}

/** Listens when it is told to, on a free port that it prints, and answers with a status. */
const server = (status = 200, host = '127.0.0.1') =>
  `${whenTold('listen')}; exec node -e 'const s = require("node:http").createServer((_, a) => { a.statusCode = ${status}; a.end() }); s.listen(0, "${host}", () => console.log("Local: http://localhost:" + s.address().port + "/app."))'`;

test('issue 13 (promise 19): a server is ready when a process of its tree listens; told once, with address and URL', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id, startedAt } = await home.run(`(${server()}) & wait`, { ready: ':' });
  assert.equal(host.engine.get(id).readyAt, 0);
  home.tell('listen');
  const [told] = await listener.has(1);
  const event = readyOf(told);
  const [port = ''] = /\d+$/.exec(event.address ?? '') ?? [];
  assert.deepEqual(
    [event.by, event.ready, event.address, event.ports],
    ['port', ':', `127.0.0.1:${port}`, [`127.0.0.1:${port}`]],
  );
  // What it printed about itself may come a moment later.
  if (event.url !== undefined) assert.equal(event.url, `http://localhost:${port}/app`);
  assert(event.ready_at >= startedAt);
  assert.equal(host.engine.get(id).readyAt, event.ready_at);
  await host.engine.kill(id);
  // It ended badly after it was ready: told, too, and as what it is.
  assert.equal(completionOf((await listener.has(2))[1]).ended_before_ready, undefined);
  assert.deepEqual(fates(host, id), ['ready delivered', 'completion delivered']);
});

test("a port of somebody else's does not count, and the right one of several is found", async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const { port } = other.address() as { port: number };
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id: never } = await home.run('exec sleep 1000', { ready: `:${port}` });
  const { id } = await home.run(server(200, '0.0.0.0'), { ready: ':0' });
  home.tell('listen');
  const [told] = await listener.has(1);
  assert.equal(told?.processId, id);
  assert.match(readyOf(told).address ?? '', /^localhost:\d+$/);
  assert.deepEqual(fates(host, never), []);
});

test('a line of its output, also the last one before its end; with the URL that it names', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const line = 'echo "  Local:   http://localhost:5173/ (press h)"';
  const { id } = await home.run(`echo starting; ${whenTold('go')}; ${line}; exec sleep 1000`, {
    ready: '/local:\\s+http/i',
    watchPatterns: ['Local'],
  });
  home.tell('go');
  const told = (await listener.has(2)).find(({ type }) => type === 'ready');
  const event = readyOf(told);
  assert.deepEqual([event.by, event.url], ['pattern', 'http://localhost:5173/']);
  assert.equal(event.line, '  Local:   http://localhost:5173/ (press h)');
  assert.deepEqual(listener.types.sort(), ['ready', 'watch_match']);
  const { id: short } = await home.run('printf "all up"', { ready: 'all up' });
  await host.engine.wait(short);
  assert.deepEqual(fates(host, short).length, 1, 'a good end after it was ready is not told');
  assert.equal(listener.about(id).length, 2);
});

test('a URL that answers below 500, and not before', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  let status = 503;
  let asked = 0;
  const web = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(status).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  t.after(() => web.close());
  const url = `http://localhost:${(web.address() as { port: number }).port}/health`;
  const { id } = await home.run('exec sleep 1000', { ready: url });
  await until(() => asked >= 2, 'two refusals');
  assert.deepEqual(fates(host, id), []);
  status = 404;
  const event = readyOf((await listener.has(1))[0]);
  assert.deepEqual([event.by, event.url, event.http_status], ['url', url, 404]);
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  assert.equal(asked, before, 'nobody asks once it is ready');
});

test('a command that succeeds where the process runs, in its folder and with its variables', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run('exec sleep 1000', {
    cwd: home.folder,
    ready:
      '!test -n "$HOME_FOLDER" && test -e go-now && pwd > "$HOME_FOLDER/where" && [ "$PWD" = "$HOME_FOLDER" ]',
  });
  home.tell('now');
  const event = readyOf((await listener.has(1))[0]);
  assert.equal(event.by, 'command');
  assert.equal(host.engine.get(id).readyAt, event.ready_at);
});

test('promise 17: neither a probe nor the variables of its process are in an argument list, whatever they hold', async (t) => {
  const home = new NotifyHome(t);
  const tools = join(home.folder, 'tools');
  const seen = join(home.folder, 'seen');
  mkdirSync(tools);
  for (const name of ['env', 'timeout', 'xargs', 'sh'])
    writeFileSync(
      join(tools, name),
      `#!/bin/sh\nprintf '%s\\n' "$@" >>'${seen}'\nPATH=\${PATH#*:} exec ${name} "$@"\n`,
      { mode: 0o700 },
    );
  const { PATH = '' } = process.env;
  process.env.PATH = `${tools}:${PATH}`;
  t.after(() => {
    process.env.PATH = PATH;
  });
  await home.open();
  const listener = home.listen();
  const HIDDEN = 'it\'s "a" $(touch oh-no) \\ `x`\n\n=two\tlines ü\n';
  await home.run('exec sleep 1000', {
    cwd: home.folder,
    env: { PATH, HIDDEN, IFS: 'x', UID: '7', 'not-a-name': 'hidden-too', EMPTY: '' },
    ready:
      '!: probe-words; printf %s "$HIDDEN" >hidden; p=$$; while [ "$p" -gt 1 ]; do tr "\\0" "\\n" <"/proc/$p/cmdline" >>seen; read -r _ _ _ p _ <"/proc/$p/stat"; done; env >variables',
  });
  await listener.has(1);
  assert.equal(readFileSync(join(home.folder, 'hidden'), 'utf8'), HIDDEN);
  assert.doesNotMatch(readFileSync(seen, 'utf8'), /probe-words|touch oh-no|hidden-too|two\tlines/);
  const variables = readFileSync(join(home.folder, 'variables'), 'utf8');
  assert.match(variables, /^EMPTY=$/m);
  // Those of the daemon are not for commands.
  assert.doesNotMatch(variables, /^NODE_/m);
  assert.equal(existsSync(join(home.folder, 'oh-no')), false);
});

test('issue 11.7, 13: a process that ends before it is ready is told as one that failed, also after exit code 0', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run('echo bye', { ready: ':' });
  const { id: other } = await home.run('echo bye', {
    ready: 'hello',
    notifyOnComplete: true,
    notifyOn: 'failure',
  });
  await listener.has(2);
  for (const one of [id, other]) {
    const [told] = listener.about(one);
    assert.equal(completionOf(told).ended_before_ready, true);
    assert.deepEqual(fates(host, one), ['completion delivered']);
    assert.equal(host.engine.get(one).readyAt, 0);
  }
});

test('issue 13 (promise 19): what came true while nobody was there is told late, and once', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const started = [
    await home.run(server(), { ready: ':' }),
    await home.run(`${whenTold('listen')}; echo up; exec sleep 1000`, { ready: 'up' }),
    await home.run(`${whenTold('listen')}; echo up`, { ready: 'up' }),
  ];
  await home.close();
  home.tell('listen');
  const host = await home.open();
  const listener = home.listen();
  await listener.has(3);
  await home.reopen();
  const again = home.listen();
  const { id: last } = await home.run('echo up', { ready: 'up' });
  await again.has(1);
  assert.deepEqual(
    again.received.map(({ processId }) => processId),
    [last],
  );
  for (const { id } of started) assert.deepEqual(fates(home.host, id), ['ready delivered']);
  assert(host);
});

test('who waits for it comes back when it is ready, when it has ended before, and when there is no probe', async (t) => {
  const home = new NotifyHome(t);
  const { notifier } = await home.open();
  const signal = AbortSignal.timeout(60_000);
  const { id } = await home.run(`${whenTold('up')}; echo up; exec sleep 1000`, { ready: 'up' });
  const waiting = notifier.waitForReady(id, signal);
  assert.equal(await notifier.waitForReady(id, AbortSignal.timeout(50)), false);
  home.tell('up');
  assert.equal(await waiting, true);
  assert.equal(await notifier.waitForReady(id, signal), true);
  const { id: ended } = await home.run(whenTold('end'), { ready: ':' });
  const inVain = notifier.waitForReady(ended, signal);
  home.tell('end');
  assert.equal(await inVain, false);
  const { id: none } = await home.run('exec sleep 1000');
  await assert.rejects(notifier.waitForReady(none, signal), /started without `ready`/);
});

test('issue 13: who was started after it begins when it is ready, and never when it ended before', async (t) => {
  const home = new NotifyHome(t);
  const { engine } = await home.open();
  const { id } = await home.run(`${whenTold('up')}; echo up; exec sleep 1000`, { ready: 'up' });
  const next = await home.run('echo next', { after: [id] });
  assert.deepEqual(engine.get(next.id).life, { state: 'queued', waitingFor: [id] });
  home.tell('up');
  assert.equal((await engine.wait(next.id)).output, 'next\n');
  assert.equal(engine.get(id).life.state, 'running');

  const dying = await home.run(whenTold('die'), { ready: 'up' });
  const never = await home.run('echo next', { after: [dying.id] });
  home.tell('die');
  assert.equal((await engine.wait(never.id)).process.life.state, 'skipped');
});
