import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { WireRinger } from '../../../src/wire/ringer.ts';
import { CliHome, until } from '../cli-home.ts';

const home = new CliHome(after);
const path = (name: string) => join(home.folder, name);
const read = (name: string) => readFileSync(path(name), { encoding: 'utf8', flag: 'a+' });

/** A command that writes down what it was told, and then ends as the file NAME.exit says. */
function agent(name: string): string {
  writeFileSync(path(`${name}.exit`), '0');
  writeFileSync(
    path(`${name}.sh`),
    `#!/bin/sh\n{ echo "$RINGBACK_RING_ID $RINGBACK_SESSION"; cat; echo; } >> ${path(name)}\necho "this is $0" >&2\nexit $(cat ${path(name)}.exit)\n`,
  );
  chmodSync(path(`${name}.sh`), 0o755);
  return path(`${name}.sh`);
}

const ringer = async (session: string) =>
  (await home.json<WireRinger & { health: { is_fine: boolean } | null }>('ring', 'ls')).find(
    (one) => one.session_key === session,
  );

test('a session is given a ringer, which is shown and rings it', async () => {
  const command = agent('one');
  const added = await home.run(['ring', 'add', 'shop:1', 'command', `command=${command}`]);
  assert.deepEqual([added.code, added.stdout], [0, 'shop:1 is now woken by command\n']);
  assert.match(added.stderr, /ringback ring test shop:1/);
  const id = await home.start('--notify', '--session', 'shop:1', '--', 'exit 3');
  await until(() => read('one').includes('exit code 3'), 'the ring');
  assert.match(read('one'), new RegExp(`^ring_[0-9a-f]{12} shop:1\n\\[IMPORTANT: Background process ${id}`));
  await until(async () => (await ringer('shop:1'))?.pending === 0, 'the acknowledgement');
  assert.match(
    await home.ok('ring', 'ls'),
    /^SESSION +KIND +HEALTH +PENDING +FAILED +DETAIL\nshop:1 +command +ok +0 +0\n$/,
  );
});

test('a test shows each step, and its exit code tells', async () => {
  const command = agent('tested');
  await home.ok('ring', 'add', 'tested', 'command', `command=${command}`, 'timeout=5');
  const { code, stdout } = await home.run(['ring', 'test', 'tested', '--timeout', '20']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^ok {4}ringer +command, set with ringback ring add\nok {4}command +\/.*\nok {4}ring +delivered /,
  );
  assert.match(read('tested'), /test of Ringback/);
  writeFileSync(path('tested.exit'), '1');
  const failed = await home.run(['ring', 'test', 'tested', '--json']);
  assert.equal(failed.code, 1);
  const steps = failed.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    steps.map((step) => step.is_fine),
    [true, true, false],
  );
  assert.match(String(steps[2]?.detail), /the command ended with 1: this is .*; the test ring was dismissed/);
});

test('what was given up is shown with its reason, is tried again, and can be dismissed', async () => {
  const command = agent('two');
  writeFileSync(path('two.exit'), '1');
  await home.ok('ring', 'add', 'two', 'command', `command=${command}`);
  await home.client().notifications.notify('two', { type: 'note', text: 'hello' });
  const isDead = async () => (await ringer('two'))?.rings[0]?.state === 'dead';
  await until(isDead, 'the dead letter');
  assert.match(await home.ok('ring', 'ls'), /two +command +ok +1 +1 +the command ended with 1: this is /);
  writeFileSync(path('two.exit'), '0');
  assert.equal(await home.ok('ring', 'retry', 'two'), 'rings being retried: 1\n');
  await until(async () => (await ringer('two'))?.pending === 0, 'the delivery');
  const [first, second] = read('two').matchAll(/^ring_.*$/gm);
  assert.equal(first?.[0], second?.[0]);
  assert.equal(await home.ok('ring', 'retry', 'two'), 'No rings to retry for two.\n');

  writeFileSync(path('two.exit'), '1');
  await home.client().notifications.notify('two', { type: 'note', text: 'again' });
  await until(isDead, 'the second');
  assert.equal(await home.ok('ring', 'dismiss', 'two'), 'rings dismissed: 1\n');
  assert.deepEqual((await ringer('two'))?.rings, []);
  assert.equal(await home.ok('ring', 'dismiss', 'two'), 'No failed rings for two.\n');
});

test('the session may come from the environment', async () => {
  const env = { RINGBACK_SESSION: 'own:1' };
  const added = await home.run(['ring', 'add', 'command', 'command=cat >&2; exit 1'], { env });
  assert.equal(added.stdout, 'own:1 is now woken by command\n');
  assert.equal((await home.run(['ring', 'test'], { env })).code, 1);
  assert.equal((await home.run(['ring', 'rm'], { env })).stdout, 'own:1 is not rung any more.\n');
  const again = await home.run(['ring', 'rm'], { env });
  assert.deepEqual(
    [again.code, again.stderr.split('\n')[0]],
    [1, 'ringback: own:1 has no ringer of its own.'],
  );
});

test('a value may come from a file', async () => {
  writeFileSync(path('value'), 'echo from a file >&2; exit 1\n');
  const [added] = await home.json<WireRinger>('ring', 'add', 'filed', 'command', `command=@${path('value')}`);
  assert.equal(added?.settings.command, 'echo from a file >&2; exit 1');
  const [literal] = await home.json<WireRinger>('ring', 'add', 'filed', 'command', 'command=@@x');
  assert.equal(literal?.settings.command, '@x');
});

test('what is wrong is named, and what may be a secret is not repeated', async () => {
  const wrong: [args: string[], message: RegExp][] = [
    [['add'], /missing argument: KIND\n.*Kinds: .*command/],
    [['add', 'x', 'pigeon'], /unknown kind of ringer 'pigeon'\n/],
    [
      ['add', 'x', 'command', 'hunter22'],
      /settings must be KEY=VALUE\nSettings of command: command, timeout\n$/,
    ],
    [['add', 'x', 'command', 'colour=red'], /unknown setting 'colour' of command/],
    [['add', 'x', 'command', 'command=a', 'command=b'], /command is given twice/],
    [['add', 'x', 'command', 'command=@/nowhere'], /cannot read command: ENOENT/],
    [['add', 'x', 'command'], /"command" is missing/],
    [['add', 'x', 'command', 'command=a', 'timeout=0'], /"timeout" must be at least 1/],
    [['dance'], /unknown action 'dance'\nActions: add, ls, rm/],
    [['ls', 'x'], /too many arguments: x/],
    [['rm', 'x', 'y'], /too many arguments: y/],
    [['kinds', 'pigeon'], /unknown kind 'pigeon'/],
  ];
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await home.run(['ring', ...args]);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, message);
  }
  for (const action of ['test', 'retry', 'rm']) {
    const { code, stderr } = await home.run(['ring', action, 'nobody']);
    assert.equal(code, 1);
    assert.match(stderr, /^ringback: nobody has no ringer/);
  }
});

test('issue 11.5: a person is rung without naming a session', async () => {
  const own = await home.ok('ring', 'add', 'command', 'command=true');
  assert.match(own, /^person:\S+ is now woken by command\n$/);
  assert.equal((await home.run(['ring', 'test'])).code, 0);
  assert.equal((await home.run(['ring', 'rm'])).code, 0);
});

test('the kinds tell their settings', async () => {
  const shown = await home.ok('ring', 'kinds', 'command');
  assert.match(shown, /^command: runs a command with the text on its stdin; a repeat is another turn\n/);
  assert.match(shown, /\n {2}command +A shell command; .* \(required\)\n/);
  assert.match(shown, /\n {2}timeout +Seconds it may take\. \(default 60\)\n/);
});

test('a rule of config.json that is wrong is shown as wrong', async (t) => {
  const ruled = new CliHome((clean) => t.after(clean), {
    ringers: [
      { session: 'a:*', kind: 'command', settings: { commando: 'x' } },
      { session: 'b:*', kind: 'pigeon' },
    ],
  });
  for (const session of ['a:1', 'b:1'])
    await ruled.client().notifications.notify(session, { type: 'note', text: 'x' });
  const listed = await ruled.ok('ring', 'ls');
  assert.match(listed, /a:1 +command +invalid +1 +0 +"command" is missing; unknown parameter "commando"\./);
  assert.match(listed, /b:1 +pigeon +invalid +1 +0 +There is no ringer "pigeon"\./);
  assert.match(readFileSync(join(ruled.folder, 'daemon.log'), 'utf8'), /a:1 cannot be rung by command/);
});
