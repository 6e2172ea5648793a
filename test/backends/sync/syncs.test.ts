import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { ProcessSnapshot, StartRequest } from '../../../src/engine/types.ts';
import { TestHome } from '../../engine/test-home.ts';
import { Here } from '../remote/here.ts';
import { fill, tempFolder } from './counted-place.ts';

async function scene(t: TestContext, sync: object = {}, settings: object = {}) {
  // First: its engine still goes there when it is closed.
  const home = new TestHome(t);
  const here = new Here(t);
  const folder = join(tempFolder(t), 'app');
  mkdirSync(folder);
  const configure = (next: object) =>
    writeFileSync(
      join(home.folder, 'config.json'),
      JSON.stringify({ environments: { there: { type: 'here', sync: next, ...settings } } }),
      { mode: 0o600 },
    );
  configure({ up: folder, ...sync });
  return { here, home, folder, there: join(here.home, 'app'), engine: await home.open(), configure };
}

async function finish(engine: Engine, command: string, more: Partial<StartRequest> = {}) {
  const { id } = await engine.start({ command, cwd: '', env: {}, environment: 'there', ...more });
  const { process, output } = await engine.wait(id);
  return { id, process, output };
}

function noteOf({ life }: ProcessSnapshot): string {
  return (life.state === 'exited' && life.note) || '';
}

test('a folder is there before its command, which starts in it; results come back before its end is told', async (t) => {
  const { engine, folder, there } = await scene(t, { down: ['results/', '*.log'] });
  fill(folder, { 'src/a file.txt': 'hello', 'ünï\ncode/-x': 'odd', empty: '' });
  mkdirSync(join(folder, 'hollow'));
  symlinkSync('src/a file.txt', join(folder, 'link'));
  symlinkSync('/etc/passwd', join(folder, 'out'));
  chmodSync(join(folder, 'src/a file.txt'), 0o751);
  const { process, output } = await finish(
    engine,
    'pwd; cat link; mkdir -p results/deep; printf "1\\n" >"results/deep/ö\n1"; echo x >run.log; echo no >other; exit 4',
  );
  assert.equal(process.cwd, there);
  assert.equal(output, `${there}\nhello`);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 4);
  assert.equal(readFileSync(join(folder, 'results/deep/ö\n1'), 'utf8'), '1\n');
  assert.equal(readFileSync(join(folder, 'run.log'), 'utf8'), 'x\n');
  assert.ok(!existsSync(join(folder, 'other')));
  assert.match(noteOf(process), /^2 files \(4 bytes\) came back into .*\/app\.$/);

  assert.equal(readFileSync(join(there, 'ünï\ncode/-x'), 'utf8'), 'odd');
  assert.equal(statSync(join(there, 'src/a file.txt')).mode & 0o777, 0o751);
  assert.ok(lstatSync(join(there, 'hollow')).isDirectory());
  assert.equal(readlinkSync(join(there, 'out')), '/etc/passwd');
});

test('what ignore files name stays here, but for what git keeps', async (t) => {
  const { engine, folder, there } = await scene(t, { ignore: ['secret*'] });
  fill(folder, {
    '.gitignore': '*.o\n/build/\n!keep.o\n',
    '.ringbackignore': 'data/\n',
    'a.o': '',
    'keep.o': '',
    'A.O': '',
    'build/x': '',
    'sub/build/x': '',
    'sub/.gitignore': '*.tmp',
    'sub/y.tmp': '',
    'y.tmp': '',
    'data/large': '',
    'secret.txt': '',
    'tracked.o': '',
    'node/.git/config': '',
  });
  const git = 'git init -q . && git add -f tracked.o';
  await finish(engine, git, { environment: 'local', cwd: folder, env: { PATH: '/usr/bin:/bin' } });
  await finish(engine, 'true');
  const files = readdirSync(there, { recursive: true, encoding: 'utf8' }).sort();
  assert.deepEqual(files, [
    '.gitignore',
    '.ringbackignore',
    'A.O',
    'keep.o',
    'node',
    'sub',
    'sub/.gitignore',
    'sub/build',
    'sub/build/x',
    'tracked.o',
    'y.tmp',
  ]);
});

test('the folder of a start wins, and needs no setting', async (t) => {
  const { engine, folder, here, configure } = await scene(t);
  fill(folder, { 'x/in': 'sent' });
  configure({});
  const { process, output } = await finish(engine, 'cat in', { sync: join(folder, 'x') });
  assert.equal(output, 'sent');
  assert.equal(process.cwd, join(here.home, 'x'));
  configure({ to: 'deep/er' });
  assert.equal(
    (await finish(engine, 'cat in', { sync: join(folder, 'x') })).process.cwd,
    join(here.home, 'deep/er'),
  );
});

test('what was changed, deleted or replaced there is sent again; what vanished here goes there only if so wished', async (t) => {
  const { engine, folder, there, configure } = await scene(t);
  fill(folder, { changed: '1', deleted: '2', vanished: '3', 'becomes/file': '4', becomes2: '5' });
  await finish(engine, 'echo more >>changed; rm deleted; echo own >made');
  rmSync(join(folder, 'vanished'));
  removeFolder(join(folder, 'becomes'));
  rmSync(join(folder, 'becomes2'));
  fill(folder, { becomes: 'file', 'becomes2/folder': 'now' });
  const { output } = await finish(engine, 'cat changed deleted vanished made becomes becomes2/folder');
  assert.equal(output, '123own\nfilenow');
  configure({ up: folder, delete: true });
  fill(folder, { later: '' });
  await finish(engine, 'true');
  rmSync(join(folder, 'later'));
  await finish(engine, 'true');
  assert.deepEqual(readdirSync(there).sort(), [
    'becomes',
    'becomes2',
    'changed',
    'deleted',
    'made',
    'vanished',
  ]);
});

test('a folder that somebody removed there is sent again', async (t) => {
  const { engine, folder, there } = await scene(t);
  fill(folder, { file: 'x' });
  await finish(engine, 'true');
  removeFolder(there);
  assert.equal((await finish(engine, 'cat file')).output, 'x');
});

test('what was changed here meanwhile is not replaced, and named; unless so wished', async (t) => {
  const { engine, folder, configure } = await scene(t, { down: ['*.txt'] });
  fill(folder, { 'mine.txt': 'old', 'theirs.txt': 'old' });
  const touchLater = () =>
    utimesSync(join(folder, 'mine.txt'), Date.now() / 1000 + 60, Date.now() / 1000 + 60);
  const run = async () => {
    const { id } = await engine.start({
      command: 'read go; echo new >mine.txt; echo new >theirs.txt',
      cwd: '',
      env: {},
      environment: 'there',
      stdin: true,
    });
    touchLater();
    await engine.submit(id, 'go');
    return (await engine.wait(id)).process;
  };
  assert.match(noteOf(await run()), /Not taken: "mine.txt" \(it was changed here meanwhile\)\.$/);
  assert.equal(readFileSync(join(folder, 'mine.txt'), 'utf8'), 'old');
  assert.equal(readFileSync(join(folder, 'theirs.txt'), 'utf8'), 'new\n');
  configure({ up: folder, down: ['*.txt'], overwrite: true });
  await run();
  assert.equal(readFileSync(join(folder, 'mine.txt'), 'utf8'), 'new\n');
});

test('nothing is written through a link, out of the folder or into .git', async (t) => {
  const { engine, folder } = await scene(t, { down: ['*'] });
  const outside = tempFolder(t);
  fill(folder, { '.git/HEAD': '' });
  symlinkSync(outside, join(folder, 'results'));
  fill(folder, { '.ringbackignore': 'results' });
  const { process } = await finish(
    engine,
    'mkdir results .git; echo x >results/x; echo x >.git/config; ln -s ../../etc away; ln -s fine inside; echo x >fine',
  );
  assert.deepEqual(readdirSync(outside), []);
  assert.deepEqual(readdirSync(folder).sort(), ['.git', '.ringbackignore', 'fine', 'inside', 'results']);
  assert.deepEqual(readdirSync(join(folder, '.git')), ['HEAD']);
  assert.match(noteOf(process), /"results\/x" \(a link or a file is in its way here\)/);
  assert.match(noteOf(process), /"away" \(it is a link that leads out of the folder\)/);
});

test('where nothing can come back the exit code stands, with the reason', async (t) => {
  const { engine, here } = await scene(t, { down: ['x'], downSeconds: 1 });
  const { id } = await engine.start({
    command: 'rm -r ../app; exit 3',
    cwd: '',
    env: {},
    environment: 'there',
  });
  const { process } = await engine.wait(id);
  assert.equal(process.life.state === 'exited' && process.life.exit.exitCode, 3);
  assert.match(
    noteOf(process),
    /^Its results did not come back: The folder there cannot be entered.* is in .*\/app there\.$/,
  );
  assert.ok(here.runs > 0);
});

test('an engine that dies while results come leaves them to the next one', async (t) => {
  const { engine, home, here, folder } = await scene(t, { down: ['out'] });
  const { id } = await engine.start({
    command: 'read go; echo 1 >out',
    cwd: '',
    env: {},
    environment: 'there',
    stdin: true,
  });
  const tars = join(here.home, 'app');
  await engine.submit(id, 'go');
  await engine.close();
  while (!existsSync(join(tars, 'out'))) await new Promise((resolve) => setTimeout(resolve, 5));
  const next = await home.open();
  const { process } = await next.wait(id);
  assert.match(noteOf(process), /^1 file /);
  assert.equal(readFileSync(join(folder, 'out'), 'utf8'), '1\n');
});

test('a start whose folder cannot be sent is an error, and no process', async (t) => {
  const { engine, folder, here } = await scene(t);
  removeFolder(folder);
  await assert.rejects(finish(engine, 'true'), /The folder .*\/app, which is to be sent, is not there/);
  mkdirSync(folder);
  fill(folder, { a: '' });
  writeFileSync(join(here.home, 'app'), 'a file');
  await assert.rejects(finish(engine, 'true'), /The folder there cannot be entered or made/);
  assert.deepEqual(engine.list(), []);
  rmSync(join(here.home, 'app'));
  renameSync(folder, `${folder}2`);
  await finish(engine, 'true', { sync: `${folder}2` });
});
