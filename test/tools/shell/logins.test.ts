/** What a login shell gives reaches every command, asked for once. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { until } from '../../engine/test-home.ts';
import { Desk, shells } from './shell-desk.ts';

const short = { interactiveMs: 2_500, plainMs: 2_500 };
const bash = '/bin/bash';
const zsh = shells.find(({ name }) => name === 'zsh')?.path ?? '';

/** dash and busybox cannot tell their functions. */
const tellFunctions = new Set(['bash', 'zsh', 'mksh', 'ksh93']);

for (const { name, path } of shells) {
  describe(name, { skip: path === '' && `no ${name}` }, () => {
    test('variables, functions, aliases and options of the start-up files are there, their noise is not', async (context) => {
      const desk = new Desk(context, path);
      desk.writeStartup(
        [
          'echo noise; echo noise >&2',
          'export FROM_LOGIN="a\nb"; PATH="$HOME/tools:$PATH"',
          'nvm() { _nvm_print "version $1"; }',
          '_nvm_print() { echo "$@"; }',
          '_completion_of_something() { :; }',
          `alias greet='echo "it'"'"'s"'`,
          'set -o noclobber',
        ].join('\n'),
      );
      const { out, err } = await desk.run('echo "$FROM_LOGIN"; echo "$PATH"; greet; echo 1 >f; echo 2 >f');
      assert.match(out, /^a\nb\n[^\n]*\/user\/tools:[^\n]*\nit's\n$/);
      assert.match(err, /^(?!.*noise).*\bf\b.*\n$/s, 'noclobber refuses the second write');
      if (!tellFunctions.has(name)) return;
      assert.equal((await desk.run('nvm 22')).out, 'version 22\n');
      const [file = ''] = readdirSync(join(desk.home, 'shells'));
      const snapshot = readFileSync(join(desk.home, 'shells', file), 'utf8');
      if (!name.includes('ksh')) assert.doesNotMatch(snapshot, /_completion_of_something/);
    });
  });
}

test('an alias does not get into a function of the same shell, nor a function into a capture', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup(`list() { ls "$@"; }\nalias ls='echo alias'\nalias echo='printf wrong'\nenv() { :; }`);
  const { out } = await desk.run('list -d /usr; ls x');
  assert.match(out, /^\/usr\n/);
});

test('extglob in a function, a heredoc in one, and nounset do not break the snapshot', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup(
    'shopt -s extglob\nmatch() { case $1 in @(a|b)) echo yes ;; esac; }\nhere() { cat <<E\n}\nhere\nE\n}\nset -u',
  );
  assert.equal(
    (await desk.run('match a; here; shopt -q extglob && echo extglob')).out,
    'yes\n}\nhere\nextglob\n',
  );
  assert.match((await desk.run('echo $nope')).err, /unbound/);
});

test('a login bash that reads ~/.bashrc by its profile reads it once, one that has no profile too', async (context) => {
  const desk = new Desk(context, bash);
  const count = join(desk.root, 'count');
  desk.writeStartup(`echo >>${count}`);
  await desk.run('true');
  assert.equal(statSync(count).size, 1);
  writeFileSync(join(desk.user, '.profile'), '. "$HOME/.bashrc"\n');
  await desk.run('true');
  assert.equal(statSync(count).size, 2);
});

test('start-up files are not read at a start: not over ssh, not by a hundred at once', async (context) => {
  const desk = new Desk(context, bash);
  const count = join(desk.root, 'count');
  desk.writeStartup(`sleep 2; echo >>${count}; export SLOW=1`);
  const callerEnv = { SSH_CLIENT: '10.0.0.1 1 22', SSH2_CLIENT: '10.0.0.1 1 22', SHLVL: '0' };
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, at) => desk.run('echo $SLOW', { session: `s${at}`, callerEnv })),
  );
  assert.ok(all.every(({ out }) => out === '1\n'));
  assert.equal(statSync(count).size, 1);
});

test('zsh does not read ~/.zshenv at every start', { skip: zsh === '' && 'no zsh' }, async (context) => {
  const desk = new Desk(context, zsh);
  writeFileSync(join(desk.user, '.zshenv'), 'echo noise; export PATH=/of/zshenv:$PATH FROM_ENV=1');
  const { out } = await desk.run('echo $FROM_ENV $PATH', { callerEnv: { PATH: '/venv:/usr/bin:/bin' } });
  assert.match(out, /^1 \/venv:\/of\/zshenv:(?!.*\/of\/zshenv)[^\n]*\n$/);
});

test('asked again when a start-up file changes; one that fails then changes nothing, and says so', async (context) => {
  const desk = new Desk(context, bash, { limits: short });
  assert.equal((await desk.run('echo $A')).out, '\n');
  desk.writeStartup('export A=1; f() { echo f1; }');
  assert.equal((await desk.run('echo $A; f')).out, '1\nf1\n');
  appendFileSync(join(desk.user, '.bashrc'), '\nexport A=2; exit 1');
  const { out, notes } = await desk.run('echo $A; f');
  assert.equal(out, '1\nf1\n');
  assert.match(notes.join(), /start-up files changed/);
  assert.deepEqual((await desk.run('true')).notes, [], 'said once to a session');
  assert.equal((await desk.run('true', { session: 'other' })).notes.length, 1);
});

test('a start-up file that hangs costs its time limit once, is ended with its children, and is named', async (context) => {
  const desk = new Desk(context, bash, { limits: short });
  const pids = join(desk.root, 'pids');
  // The second one only looks like a terminal's: the fall-back has what comes before it.
  writeFileSync(
    join(desk.user, '.profile'),
    `export EARLY=1\ncase $- in *i*) echo $$ >>${pids}; setsid sleep 1000 & echo $! >>${pids}; sleep 1001;; esac`,
  );
  const { out, notes } = await desk.run('echo $EARLY');
  assert.equal(out, '1\n');
  assert.match(notes.join(), /interactive login shell ended early or took too long/);
  const started = readFileSync(pids, 'utf8').trim().split('\n');
  await until(() => !started.some(isRunning), 'the end of what it started');
  await desk.run('true');
  assert.deepEqual(readFileSync(pids, 'utf8').trim().split('\n'), started, 'it is not tried again');
});

test('without any login shell that answers, the caller’s own environment is used', async (context) => {
  const desk = new Desk(context, bash, { limits: short });
  writeFileSync(join(desk.user, '.profile'), 'exec true\n');
  const { out, notes } = await desk.run('echo "$PATH $MINE"', { callerEnv: { MINE: 'mine' } });
  assert.equal(out, '/usr/bin:/bin mine\n');
  assert.match(notes.join(), /missing/);
});

test('something that a start-up file leaves running neither delays the capture nor outlives it', async (context) => {
  const desk = new Desk(context, bash);
  const pids = join(desk.root, 'pids');
  desk.writeStartup(`sleep 1000 & echo $! >${pids}`);
  assert.deepEqual((await desk.run('true')).notes, [], 'it was not ended for taking too long');
  const left = readFileSync(pids, 'utf8').trim();
  await until(() => !isRunning(left), 'the end of what was left running');
});

test('a snapshot that was removed costs its functions, not the command', async (context) => {
  const desk = new Desk(context, bash);
  desk.writeStartup('f() { :; }');
  await desk.run('true');
  removeFolder(join(desk.home, 'shells'));
  const { out, err } = await desk.run('echo fine');
  assert.deepEqual([out, err], ['fine\n', '']);
});

test('a shell that is no POSIX shell is bash', async (context) => {
  const desk = new Desk(context, '/usr/bin/fish');
  assert.equal((await desk.run('[[ -n $BASH_VERSION ]] && echo bash')).out, 'bash\n');
});

function isRunning(pid: string): boolean {
  try {
    return existsSync(`/proc/${pid}`) && !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
