import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { arch } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnProgram } from '../../src/backends/child-program.ts';
import { probe } from '../../src/backends/probe.ts';
import { parseAnswer } from '../../src/backends/run-script.ts';
import { until } from '../cli/cli-home.ts';
import { hasBusybox, localPlace, put } from '../testbed/local-place.ts';
import { notInstalled } from '../testbed/not-installed.ts';

test('it tells what is there, in one round trip', async (t) => {
  const place = localPlace(t, { env: { GREETING: 'a\nb=c é' } });
  put(place.home, '.profile', 'export FROM_PROFILE=1\n');
  const seen = await probe(place);
  assert.equal(place.trips, 1);
  assert.equal(seen.architecture, arch());
  assert.equal(seen.system, 'Linux');
  assert.equal(seen.userId, process.getuid?.());
  assert.equal(seen.home, place.home);
  assert.equal(seen.shell, '/bin/sh');
  assert.equal(seen.temp, '/tmp');
  assert.equal(seen.folder, join(place.home, '.local/state/ringback-remote'));
  assert.equal(seen.env.GREETING, 'a\nb=c é');
  assert.equal(seen.env.FROM_PROFILE, undefined);
  assert.equal(seen.loginEnv?.FROM_PROFILE, '1');
  assert.equal(seen.loginEnv?.GREETING, 'a\nb=c é');
  assert.deepEqual(
    Object.keys(seen.loginEnv ?? {}).filter((name) => name.startsWith('RINGBACK')),
    [],
  );
});

test('busybox will do', { skip: !hasBusybox && 'busybox is missing' }, async (t) => {
  const place = localPlace(t, { withBusybox: true, shell: '/bin/sh' });
  put(place.home, '.profile', 'export FROM_PROFILE=1\n');
  const seen = await probe(place);
  assert.equal(seen.architecture, arch());
  assert.equal(seen.home, place.home);
  assert.equal(seen.loginEnv?.FROM_PROFILE, '1');
});

for (const [shell, file, line] of [
  ['/bin/bash', '.bash_profile', 'export FROM_PROFILE=1'],
  ['/usr/bin/fish', '.config/fish/config.fish', 'set -gx FROM_PROFILE 1'],
  ['/bin/tcsh', '.tcshrc', 'setenv FROM_PROFILE 1'],
] as const)
  test(`the environment of ${shell} is found in the noise of its start-up file`, {
    skip: !existsSync(shell) && `${shell} is missing`,
  }, async (t) => {
    const place = localPlace(t, { shell });
    mkdirSync(join(place.home, '.config/fish'), { recursive: true });
    put(place.home, file, `echo PATH=/nonsense; echo NOISE=1; echo oops >&2\n${line}\necho last words\n`);
    const seen = await probe(place);
    assert.equal(seen.shell, shell);
    assert.equal(seen.loginEnv?.FROM_PROFILE, '1');
    assert.equal(seen.loginEnv?.NOISE, undefined);
    assert.notEqual(seen.loginEnv?.PATH, '/nonsense');
  });

test('a start-up file that hangs costs ten seconds and its variables, and leaves nothing behind', {
  skip: notInstalled('pgrep'),
}, async (t) => {
  const place = localPlace(t);
  put(place.home, '.profile', `echo $$ >"$HOME/pid"; sleep 1000\n`);
  const seen = await probe(place);
  assert.equal(seen.home, place.home);
  assert.equal(seen.loginEnv, undefined);
  const session = readFileSync(join(place.home, 'pid'), 'utf8').trim();
  const isGone = () => spawnSync('pgrep', ['-s', session]).status === 1;
  await until(isGone, 'the end of its session');
});

test('what a start-up file leaves running does not hold up the answer', async (t) => {
  const place = localPlace(t);
  put(place.home, '.profile', `sleep 1000 & echo $! >"$HOME/pid"; export FROM_PROFILE=1\n`);
  const seen = await probe(place);
  // Without it, had the answer taken its ten seconds.
  assert.equal(seen.loginEnv?.FROM_PROFILE, '1');
  process.kill(Number(readFileSync(join(place.home, 'pid'), 'utf8')));
});

test('without HOME the user database tells; XDG_STATE_HOME and the setting are heard', async (t) => {
  const place = localPlace(t, { env: { HOME: undefined, XDG_STATE_HOME: '/srv/state', TMPDIR: '/none' } });
  const seen = await probe(place, { withLogin: false });
  assert.equal(seen.home, place.home);
  assert.equal(seen.temp, '/tmp');
  assert.equal(seen.folder, '/srv/state/ringback-remote');
  assert.equal(seen.loginEnv, undefined);
  assert.equal((await probe(place, { withLogin: false, folder: '/srv/x y' })).folder, '/srv/x y');
  assert.equal((await probe(place, { withLogin: false, folder: '~/x' })).folder, join(place.home, 'x'));
});

test('a place without sh says so', async () => {
  const missing = {
    run: () => Promise.reject(new Error('exec: "/bin/sh": stat /bin/sh: no such file or directory')),
  };
  const silent = { run: () => spawnProgram(['/bin/sh', '-c', 'echo "/bin/sh: not found" >&2; exit 127']) };
  for (const place of [missing, silent])
    await assert.rejects(probe(place), {
      code: 'no_program',
      message: /^There is no \/bin\/sh in this place/,
    });
});

test('a place that fails otherwise says with what', async () => {
  const refused = { run: () => spawnProgram(['/bin/sh', '-c', 'echo "account expired"; exit 1']) };
  await assert.rejects(probe(refused), {
    message: 'No command could be run there: sh ended with 1, after: account expired.',
  });
  const broken = { run: () => spawnProgram(['/bin/sh', '-c', 'echo "cable cut" >&2; kill -9 $$']) };
  await assert.rejects(probe(broken), { message: 'The connection broke: cable cut.' });
  const offline = { run: () => Promise.reject(new Error('no route')) };
  await assert.rejects(probe(offline), { message: 'no route' });
});

test('it can be given up', async (t) => {
  const place = localPlace(t);
  put(place.home, '.profile', 'sleep 20\n');
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 300);
  await assert.rejects(probe(place, { signal: controller.signal }), reason);
});

test('noise with marks of its own, NUL bytes and half an answer is no trouble', () => {
  const said = (text: string) => parseAnswer(text, 'mark');
  assert.equal(said('motd\0 mark\0begin'), undefined);
  const answer = said(
    'motd\0a=b\0\nmark begin\0mark plain\0A=1\0mark facts\0uid=7\0mark facts-end\0uid=8\0mark login\0B=2',
  );
  assert.deepEqual(answer?.env, { A: '1' });
  assert.deepEqual([...(answer?.facts ?? [])], [['uid', '7']]);
  assert.equal(answer?.loginEnv, undefined);
});
