import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openEngine } from '../../src/engine/engine.ts';
import { holdEnd } from '../../src/notify/hold-end.ts';
import { Notifier } from '../../src/notify/notifier.ts';
import { run, untilPrinted } from '../engine/test-home.ts';
import { fates, matchOf, NotifyHome, OTHER, until, whenTold } from './notify-home.ts';

test('`echo READY; exit` with only a watch is heard, and its end is not told', async (t) => {
  const home = new NotifyHome(t, { sessionMatches: 100 });
  const host = await home.open();
  const listener = home.listen();
  const ended = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const { id } = await home.run(`echo before; echo READY ${i}; exit`, { watchPatterns: ['READY'] });
      await host.engine.wait(id);
      return id;
    }),
  );
  await listener.has(20);
  for (const id of ended) assert.deepEqual(fates(host, id), ['watch_match delivered']);
});

test('a match carries its line, its pattern and where it is in the log', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen();
  const { id } = await home.run('echo one; echo "listening on 80"; echo three', {
    watchPatterns: ['nothing', '/listening on \\d+/'],
  });
  const [first] = await listener.has(1);
  const { started_at: _, ...event } = matchOf(first);
  assert.deepEqual(event, {
    type: 'watch_match',
    session_id: id,
    session_key: 'test:one',
    command: 'echo one; echo "listening on 80"; echo three',
    cwd: '/tmp',
    pattern: '/listening on \\d+/',
    output: 'listening on 80',
    matched_lines: 1,
    suppressed: 0,
    unscanned_bytes: 0,
    offset: 4,
  });
});

/** Output that comes in parts, each of which is looked at before the next is printed. */
const shapes: readonly { readonly name: string; readonly parts: readonly string[]; readonly line: string }[] =
  [
    { name: 'a pattern over two reads', parts: ['server REA', 'DY now\n'], line: 'server READY now' },
    { name: 'colour codes in the word', parts: ['RE\x1b[1;3', '1mAD\x1b[0mY\n'], line: 'READY' },
    { name: 'a character cut in half', parts: ['gr\xc3', '\xbcn READY\n'], line: 'grün READY' },
    {
      name: 'a progress bar with carriage returns',
      parts: [' 10%\r 50%\r', '100% READY\r', '\ndone\n'],
      line: '100% READY',
    },
    {
      name: 'an escape code that holds the word',
      parts: ['\x1b]0;title', ' READY\x07', 'READY\n'],
      line: 'READY',
    },
  ];

for (const { name, parts, line } of shapes) {
  test(`promise 9: ${name}`, async (t) => {
    const home = new NotifyHome(t, { quietLineMs: 60_000 });
    const host = await home.open();
    const listener = home.listen();
    const steps = parts.map((part, i) => `printf '${escaped(part)}'; ${whenTold(`part-${i}`)}`);
    const { id } = await home.run(steps.join('; '), { watchPatterns: ['READY'] });
    let printed = '';
    for (const [i, part] of parts.entries()) {
      printed += part;
      // The follower and the watch are woken by the same push.
      assert.equal(await untilPrinted(host.engine, id, printed), printed);
      home.tell(`part-${i}`);
    }
    await host.engine.wait(id);
    const [first] = await listener.has(1);
    assert.equal(matchOf(first).output, line);
    assert.deepEqual(fates(host, id), ['watch_match delivered']);
  });
}

test('promise 9: a prompt without a newline is heard, and not told again when its line goes on', async (t) => {
  const home = new NotifyHome(t, { quietLineMs: 20, spacingMs: 0 });
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run(`printf 'READY? '; ${whenTold('go')}; echo READY; echo READY`, {
    watchPatterns: ['READY'],
  });
  await listener.has(1);
  home.tell('go');
  await host.engine.wait(id);
  await listener.has(2);
  assert.deepEqual(
    listener.received.map((one) => matchOf(one).output),
    ['READY? ', 'READY'],
  );
});

test('nothing that is printed after the end makes a match', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0 });
  const host = await home.open();
  const listener = home.listen();
  const left = `(echo BEFORE; ${whenTold('ended')}; echo READY; ${whenTold('over')}) & sleep 0.05`;
  const { id } = await home.run(left, { watchPatterns: ['READY', 'BEFORE'] });
  await host.engine.wait(id);
  home.tell('ended');
  await until(() => host.engine.end(id) > 'BEFORE\n'.length, 'what was left behind to print');
  const { id: next } = await home.run('echo READY', { watchPatterns: ['READY'] });
  await host.engine.wait(next);
  await listener.has(2);
  assert.deepEqual(
    listener.received.map((one) => matchOf(one).output),
    ['BEFORE', 'READY'],
  );
  assert.equal(listener.received[1]?.processId, next);
  home.tell('over');
});

test('lines found in one scan step are one match: the first 20, and how many there were', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id } = await home.run('seq -f "hit %.0f" 1 1000 > $HOME_FOLDER/all; cat $HOME_FOLDER/all', {
    watchPatterns: ['hit'],
  });
  await host.engine.wait(id);
  const event = matchOf(host.notifier.dispatcher.drain('test:one')?.notifications[0]);
  const lines = event.output.split('\n');
  assert.deepEqual(
    lines,
    Array.from({ length: 20 }, (_, i) => `hit ${i + 1}`),
  );
  assert(event.matched_lines >= 20 && event.matched_lines <= 1000);
});

test('a follower and a watch read at the same time, and each gets everything', async (t) => {
  const home = new NotifyHome(t, { spacingMs: 0, sessionMatches: 10_000, allMatches: 10_000 });
  const host = await home.open();
  const listener = home.listen();
  const { id } = await home.run('for i in $(seq 300); do echo "hit $i"; done; sleep 0.1; echo hit last', {
    watchPatterns: ['hit'],
  });
  let followed = '';
  for await (const event of host.engine.follow(id, { from: 0 }))
    if (event.type === 'output') followed += event.bytes.toString();
  assert.equal(followed.split('\n').length, 302);
  await until(() => sumOfLines() === 301, 'all lines in matches');
  function sumOfLines(): number {
    return listener.received.reduce((sum, one) => sum + matchOf(one).matched_lines, 0);
  }
});

test('an idle subscriber hears of a match without anybody taking a turn (trap 10)', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const listener = home.listen(OTHER);
  await home.run(`${whenTold('print')}; echo READY; exec sleep 60`, {
    session: OTHER,
    watchPatterns: ['READY'],
  });
  home.tell('print');
  const [first] = await listener.has(1);
  assert.equal(matchOf(first).output, 'READY');
});

test('output that nobody watches is not read', async (t) => {
  const home = new NotifyHome(t);
  const asked = new Set<string>();
  let notifier: Notifier | undefined;
  const engine = await openEngine({
    home: home.folder,
    extend(host) {
      notifier = new Notifier({
        ...host,
        waitForOutput(id, ...more) {
          asked.add(id);
          return host.waitForOutput(id, ...more);
        },
        keep(id) {
          asked.add(id);
          return host.keep(id);
        },
      });
      return notifier.extension;
    },
  });
  const [watched, unwatched, untold] = await Promise.all([
    run(engine, 'seq 1000', { watchPatterns: ['nothing like it'] }),
    run(engine, 'seq 1000; exec sleep 60', { notifyOnComplete: true }),
    run(engine, 'seq 1000'),
  ]);
  await untilPrinted(engine, unwatched.id, '1000\n');
  await Promise.all([engine.wait(watched.id), engine.wait(untold.id)]);
  assert.deepEqual([...asked], [watched.id]);
  notifier?.close();
  await engine.close();
});

function escaped(text: string): string {
  return Array.from(text, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`).join('');
}

const silentEnds: readonly { readonly name: string; readonly command: string; readonly told: string[] }[] = [
  { name: 'ends well before its first match', command: 'echo starting', told: ['completion delivered'] },
  { name: 'dies before its first match', command: 'echo no port; exit 1', told: ['completion delivered'] },
  {
    name: 'dies after a match',
    command: 'echo READY; exit 1',
    told: ['watch_match delivered', 'completion delivered'],
  },
  {
    name: 'dies of a signal after a match',
    command: 'echo READY; kill -9 $$',
    told: ['watch_match delivered', 'completion delivered'],
  },
];

for (const { name, command, told } of silentEnds)
  test(`issue 11.7: a watched process that ${name} is told of once`, async (t) => {
    const home = new NotifyHome(t);
    const host = await home.open();
    const { id } = await home.run(command, { watchPatterns: ['READY'] });
    await host.engine.wait(id);
    const listener = home.listen();
    await listener.has(told.length);
    assert.deepEqual(fates(host, id), told);
    await listener.leave();
    assert.deepEqual(fates(await home.reopen(), id), told);
  });

test('issue 11.7: it ended while nobody was at home: told once', async (t) => {
  const home = new NotifyHome(t);
  await home.open();
  const { id } = await home.run(`${whenTold('end')}; exit 3`, { watchPatterns: ['READY'] });
  await home.close();
  home.tell('end');
  await until(() => existsSync(join(home.folder, 'processes', id, 'exit')), 'its end');
  const host = await home.open();
  await home.listen().has(1);
  assert.deepEqual(fates(host, id), ['completion delivered']);
});

test('issue 11.7: a match that a breaker dropped was heard by nobody: the end is told', async (t) => {
  const home = new NotifyHome(t, { sessionMatches: 1 });
  const host = await home.open();
  const listener = home.listen();
  const first = await home.run('echo READY', { watchPatterns: ['READY'] });
  await host.engine.wait(first.id);
  const { id } = await home.run('echo READY', { watchPatterns: ['READY'] });
  await until(() => listener.about(id).length === 1, 'its end');
  assert.deepEqual(fates(host, first.id), ['watch_match delivered']);
  assert.deepEqual(fates(host, id), ['completion delivered']);
});

test('issue 11.7: who killed its own watched process knows', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const { id, session } = await home.run('exec sleep 60', { watchPatterns: ['READY'] });
  const release = holdEnd(host.engine, host.notifier, id);
  await host.engine.kill(id, { graceMs: 50 });
  host.notifier.noteAct(id, session, 'kill_by_session');
  release();
  assert.deepEqual(fates(host, id), ['completion consumed kill_by_session']);
});
