import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { FRAME } from '../../src/keeper/frames/frame.ts';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { until } from '../engine/test-home.ts';
import { notInstalled } from '../testbed/not-installed.ts';
import { Sensed, SensePlace } from './sensed.ts';
import { TestPlace } from './test-hub.ts';

const TOLD_WITHIN_MS = 4_000;

type Expected = {
  command: string;
  by: string;
  evidence: 'certain' | 'likely';
  hidden?: boolean;
  program: string;
};

const askers: readonly Expected[] = [
  { command: 'read -p "name? " x', program: 'bash', by: 'read', evidence: 'certain' },
  { command: 'echo "your name:"; read x', program: 'bash', by: 'read', evidence: 'certain' },
  { command: 'read -s -p "secret: " x', program: 'bash', by: 'read', evidence: 'certain', hidden: true },
  { command: 'exec 3</dev/tty; read -p "? " -u 3 x', program: 'bash', by: 'read', evidence: 'certain' },
  { command: 'exec cat', program: 'cat', by: 'read', evidence: 'certain' },
  {
    command: `exec python3 -c 'input("x? ")'`,
    program: 'python3',
    by: 'read',
    evidence: 'certain',
  },
  {
    command: `exec python3 -c 'import readline; input("x? ")'`,
    program: 'python3',
    by: 'select',
    evidence: 'likely',
  },
  {
    command: `exec python3 -c 'import getpass; getpass.getpass()'`,
    program: 'python3',
    by: 'read',
    evidence: 'certain',
    hidden: true,
  },
  { command: 'exec bash --norc -i', program: 'bash', by: 'select', evidence: 'likely' },
  {
    command: `exec '${process.execPath}' -e 'require("readline").createInterface(process.stdin, process.stdout).question("x? ", console.log)'`,
    program: 'node',
    by: 'epoll',
    evidence: 'likely',
  },
  // The shell in front waits for its child; a background job may print, but not read.
  {
    command: 'sleep 1000 & bash -c "read -p who x; true"; true',
    program: 'bash',
    by: 'read',
    evidence: 'certain',
  },
];

test('issue 13 (promise 19): whoever asks in a terminal is told of, once, with the evidence', {
  skip: notInstalled('python3'),
}, async (context) => {
  const place = new SensePlace(context);
  const all = await Promise.all(
    askers.map(async (expected) => ({ expected, sensed: await place.run(expected.command) })),
  );
  for (const { expected, sensed } of all) {
    const { afterMs, program, by, evidence, hidden, offset } = await sensed.prompt();
    const { command, ...rest } = { hidden: false, ...expected };
    // As a distribution calls it: python3.11.
    const name = program.replace(/^python3[\d.]*$/, 'python3');
    assert.deepEqual({ hidden, by, evidence, program: name }, rest, command);
    assert.ok(afterMs <= TOLD_WITHIN_MS, `${command}: ${afterMs} ms`);
    const status = await sensed.keeper.status();
    assert.equal(status?.offset, offset, command);
    assert.equal(status?.prompt?.id, sensed.prompts[0]?.id, command);
    assert.equal(status?.waitingInput, evidence === 'certain', command);
  }
  for (const { sensed } of all) assert.equal(sensed.prompts.length, 1, sensed.command);
});

test('issue 13: in a pipe an unfinished line is what makes a reader one who asks', {
  skip: notInstalled('python3'),
}, async (context) => {
  const place = new SensePlace(context);
  const commands = [
    'printf "name? "; read x',
    `exec python3 -c 'input("x? ")'`,
    'printf "? "; sleep 1000 & cat',
  ];
  const all = await Promise.all(commands.map((command) => place.run(command, { pty: false })));
  for (const sensed of all) {
    const { evidence, by, hidden, afterMs } = await sensed.prompt();
    assert.deepEqual({ evidence, by, hidden }, { evidence: 'certain', by: 'read', hidden: false });
    assert.ok(afterMs <= TOLD_WITHIN_MS, `${sensed.command}: ${afterMs} ms`);
  }
});

test('issue 13: a prompt is over when it is answered, and the next one is another', async (context) => {
  const place = new SensePlace(context);
  const sensed = await place.run('read -s x; read -s x; read -p "third? " x; echo "got $x"; sleep 1000');
  const first = await sensed.prompt();
  await sensed.type('one\n');
  assert.deepEqual(await sensed.passing(), { id: first.id, why: 'input' });
  const second = await sensed.prompt(2);
  assert.equal(second.offset, first.offset); // nothing is shown of what is typed
  assert.notEqual(second.id, first.id);
  await sensed.type('two\n');
  const third = await sensed.prompt(3);
  assert.equal(third.hidden, false);
  await sensed.type('3\n');
  assert.deepEqual(await sensed.passing(3), { id: third.id, why: 'input' });
  assert.equal((await sensed.keeper.status())?.prompt, undefined);
});

test('issue 13: what others print and half an answer leave the prompt as it is; a reader that leaves ends it', async (context) => {
  const place = new SensePlace(context);
  const command =
    '(sleep 3; echo noise; sleep 2; echo noise) & timeout --foreground 10 bash -c "read -p who x"; sleep 1000';
  const sensed = await place.run(command);
  const first = await sensed.prompt();
  await sensed.type('half');
  await until(() => sensed.output.split('noise').length > 2, 'two lines of noise');
  assert.deepEqual(await sensed.passing(), { id: first.id, why: 'input' });
  assert.equal(sensed.prompts.length, 1);
  assert.ok(Date.now() - first.since > 5_000);
});

test('issue 13: a command that ends has asked for the last time', async (context) => {
  const sensed = await new SensePlace(context).run('read -p "? " x');
  const { id, pid } = await sensed.prompt();
  process.kill(pid, 'SIGKILL');
  assert.deepEqual(await sensed.passing(), { id, why: 'ended' });
});

test('issue 13: nothing is told to who did not ask for it, or of whom nobody asked about', async (context) => {
  const place = new SensePlace(context);
  const unsensed = await place.run('read -p "? " x', { sense: false });
  const sensed = await place.run('read -p "? " x');
  await sensed.prompt();
  await unsensed.keeper.status();
  assert.equal(unsensed.prompts.length, 0);
  await unsensed.keeper.sensePrompts(true);
  await unsensed.prompt();
  await unsensed.keeper.sensePrompts(false);
  assert.equal((await unsensed.passing()).id, unsensed.prompts[0]?.id);
});

test('issue 13: a new connection is told of the prompt that waits', async (context) => {
  const sensed = await new SensePlace(context).run('read -p "? " x');
  const { id } = await sensed.prompt();
  const again = await Sensed.listen(sensed.keep);
  assert.equal((await again.prompt()).id, id);
});

test('issue 13 (promise 15): a prompt wakes a daemon until one has recorded it', async (context) => {
  const place = new SensePlace(context);
  const woken = join(place.folder, 'woken');
  const wake = ['/bin/sh', '-c', `echo >> ${woken}`];
  const count = () => (existsSync(woken) ? readFileSync(woken, 'utf8').length : 0);
  const keep = await place.start('read -p "? " x; read -p "again? " x', { wake });
  await until(() => count() >= 2, 'it was woken, and again');
  const engine = await Sensed.listen(keep);
  const prompt = await engine.prompt();
  engine.keeper.heard(prompt);
  await engine.keeper.status();
  engine.keeper.close();
  const before = count();
  await sleep(3_000); // it would have come after one
  assert.equal(count(), before);

  const next = await Sensed.listen(keep);
  await next.type('x\n');
  await next.passing();
  next.keeper.close();
  await until(() => count() > before, 'the next prompt woke again');
});

test('issue 13: a hub passes prompts on, after the output before them, to who asked for them', async (context) => {
  const place = new TestPlace(context);
  const hub = place.hub();
  const { keep, record } = place.request('seq 200000; read -p "name? " x', [
    ['pty', true],
    ['sense', true],
  ]);
  await hub.spawn(record);
  const unasked = hub.open(keep);
  const channel = hub.open(keep, 0, [['sense', true]]);
  const waits = () => channel.frames.find(({ type }) => type === FRAME.WAITS);
  await hub.until(() => waits() !== undefined, 'WAITS');
  assert.equal(Number(waits()?.fields.get('offset')), channel.next);
  assert.match(channel.text, /name\? $/);
  hub.toKeeper(channel, FRAME.STATUS, 7);
  await hub.until(() => channel.frames.some(({ tag }) => tag === 7), 'STATUS');
  assert.equal(channel.frames.at(-1)?.fields.get('waits_program'), 'bash');
  assert.ok(unasked.frames.every(({ type }) => type !== FRAME.WAITS));
});

const isRoot = process.getuid?.() === 0;

const refused = { evidence: 'likely', by: 'refused', hidden: true, answer: 'wrong' } as const;
const seen = { evidence: 'certain', by: 'read', answer: 'right' } as const;

/** Asked by an ordinary user, whose keeper may look at what runs as that user, and at nothing else. */
const ordinary = [
  { ...refused, command: 'su -c true', name: 'su', shows: /su: / },
  { ...refused, command: 'passwd', name: 'passwd', shows: /passwd: / },
  { ...seen, command: 'read -p "? " x; echo "<$x>"', name: 'bash', hidden: false, shows: /<right>/ },
  {
    ...seen,
    command: `exec python3 -c 'import getpass; print("<" + getpass.getpass() + ">")'`,
    name: 'python',
    hidden: true,
    shows: /<right>/,
  },
];

test('issue 13: of a program that an ordinary user may not look at it is likely', {
  skip: !isRoot && 'needs root to become somebody else',
}, async (context) => {
  const nobody = 65_534;
  const folder = mkdtempSync(join(tmpdir(), 'ringback-nobody-'));
  const copy = join(folder, 'keeper');
  copyFileSync(findKeeperProgram(), copy);
  const program = join(folder, 'as-nobody');
  writeFileSync(program, `#!/bin/sh\nexec setpriv --reuid=${nobody} --clear-groups ${copy} "$@"\n`);
  for (const path of [folder, copy, program]) chmodSync(path, 0o755);
  const place = new SensePlace(context, program);
  context.after(() => removeFolder(folder));
  chmodSync(place.folder, 0o755);
  chownSync(join(place.folder, 'processes'), nobody, nobody);
  const builds = await place.run('printf "building..."; exec sleep 1000');
  await Promise.all(
    ordinary.map(async ({ command, answer, shows, ...expected }) => {
      const asks = await place.run(command);
      const { evidence, by, hidden, program: name, afterMs } = await asks.prompt();
      assert.deepEqual({ evidence, by, hidden, name: name.replace(/[\d.]*$/, '') }, expected, command);
      assert.ok(afterMs <= TOLD_WITHIN_MS, `${command}: ${afterMs} ms`);
      await asks.type(`${answer}\n`);
      await asks.passing();
      await until(() => shows.test(asks.output), `${command}: ${shows}`);
    }),
  );
  assert.equal(builds.prompts.length, 0);
});
