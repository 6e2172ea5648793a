/** attach in a real terminal: tmux shows what a person would see. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { notInstalled } from '../../testbed/not-installed.ts';
import { CliHome, until } from '../cli-home.ts';
import { Tmux } from '../tmux.ts';

const skip = notInstalled('tmux');

/** vi with a numbered file, its screen once complete. */
async function openVi(t: TestContext) {
  const home = new CliHome((clean) => t.after(clean));
  const file = join(home.folder, 'text');
  writeFileSync(file, Array.from({ length: 200 }, (_, index) => `this is line ${index + 1}\n`).join(''));
  const id = await home.start('--pty', '--', `TERM=screen-256color vi -u NONE -N ${file}`);
  const tmux = new Tmux(t, home);
  return { home, id, tmux };
}

test('vi looks the same after detaching, attaching and the death of the daemon', {
  skip: notInstalled('tmux', 'vi'),
}, async (t) => {
  const { home, id, tmux } = await openVi(t);
  tmux.ringback('attach', id);
  await tmux.shows(/^this is line 1\n[\s\S]*this is line 29/);
  tmux.type('50Gzt', 'A', ' edited', 'Escape', 'jj');
  await tmux.shows(/^this is line 50 edited\n/);
  await until(() => tmux.tell('#{cursor_y}') === '2', 'the cursor two lines down');
  const [screen, cursor] = [tmux.screen(), tmux.tell('#{cursor_x},#{cursor_y}')];
  assert.equal(tmux.tell('#{alternate_on}'), '1');

  tmux.type('C-]');
  await tmux.shows(
    new RegExp(`^\\[${id} keeps running; to come back: ringback attach ${id}\\]\\nshell>`, 'm'),
  );
  assert.equal(tmux.tell('#{alternate_on},#{cursor_flag},#{keypad_cursor_flag}'), '0,1,0');
  assert.equal((await home.client().get(id)).status, 'running');

  for (const _ of ['detached only', 'daemon killed too']) {
    tmux.ringback('attach', id);
    await tmux.shows(/^this is line 50 edited\n/);
    await until(() => tmux.screen() === screen, `the old screen:\n${screen}\nnot\n${tmux.screen()}`);
    assert.equal(tmux.tell('#{cursor_x},#{cursor_y}'), cursor);
    tmux.type('C-]');
    await tmux.shows(/keeps running[\s\S]*shell>$/);
    await home.killDaemon();
  }
});

test('the daemon dies while attached: keys and screen go on', {
  skip: notInstalled('tmux', 'vi'),
}, async (t) => {
  const { home, id, tmux } = await openVi(t);
  tmux.ringback('attach', id);
  await tmux.shows(/^this is line 1\n/);
  await home.killDaemon();
  tmux.type('Gzb');
  await tmux.shows(/this is line 200/);
  tmux.type(':q!', 'Enter');
  await tmux.shows(new RegExp(`\\[${id} exited with 0\\]\\nshell>$`));
  assert.equal(tmux.tell('#{alternate_on}'), '0');
});

test('the program gets the size of the terminal, also when that changes', { skip }, async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start(
    '--pty',
    '--',
    `trap 'echo size $(stty size)' WINCH; while :; do sleep 0.05; done`,
  );
  const tmux = new Tmux(t, home);
  tmux.ringback('attach', id);
  await tmux.shows(/^size 30 100$/m);
  tmux.resize(90, 25);
  await tmux.shows(/^size 25 90$/m);
});

test('top is drawn anew at another size', { skip: notInstalled('tmux', 'top') }, async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--pty', '--', 'TERM=screen top -d 100');
  const tmux = new Tmux(t, home);
  tmux.ringback('attach', id);
  await tmux.shows(/^top - [\s\S]*^ *PID +USER[\s\S]*\n.*\d/m);
  tmux.type('q');
  await tmux.shows(new RegExp(`\\[${id} exited with 0\\]`));
});

test('what was typed right before leaving arrives, and the shell echoes again', { skip }, async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const id = await home.start('--pty', '--', 'echo ready; read -r x; echo "got $x"; sleep 60');
  const tmux = new Tmux(t, home);
  tmux.ringback('attach', id);
  await tmux.shows(/^ready$/m);
  tmux.type('abc', 'Enter', 'C-]');
  await tmux.shows(/keeps running/);
  tmux.type('echo $((40+2))', 'Enter');
  await tmux.shows(/^shell> echo \$\(\(40\+2\)\)\n42$/m);
  await until(async () => (await home.ok('log', id)).includes('got abc'), 'the typed line');
});

test('a process without a terminal, an ended one, and no terminal here', async (t) => {
  const home = new CliHome((clean) => t.after(clean));
  const plain = await home.start('--', 'sleep 60');
  assert.match((await home.run(['attach', plain])).stderr, /has no terminal\.\nStart processes with --pty/);
  const ended = await home.start('--pty', '--', 'exit 3');
  await home.run(['wait', ended]);
  assert.match((await home.run(['attach', ended])).stderr, /exited with 3/);
  const running = await home.start('--pty', '--', 'sleep 60');
  assert.match((await home.run(['attach', running])).stderr, /attach needs a terminal/);
});
