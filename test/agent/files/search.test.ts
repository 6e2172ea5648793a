import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { secret, TestFolder } from './support.ts';

test('files are searched by content, with lines around, in the order of paths', async (t) => {
  const folder = new TestFolder(t);
  folder.write('b.ts', 'one\ntwo needle\nthree\nfour\nfive\nsix\nneedle at the end');
  folder.write('a/x.ts', 'needle\r\n');
  folder.write('none.ts', 'nothing\n');
  assert.equal(
    await folder.ok('search', { pattern: 'needle' }),
    [
      `${folder.folder}: 3 matching lines in 2 files`,
      'a/x.ts\n1:needle',
      'b.ts\n2:two needle\n7:needle at the end',
    ].join('\n'),
  );
  assert.match(
    await folder.ok('search', { pattern: '/NEEDLE (?:at|on)/i', context: 1 }),
    /: 1 matching line in 1 file\nb\.ts\n6-six\n7:needle at the end$/,
  );
  assert.match(
    await folder.ok('search', { pattern: '/needle$|^needle/', path: 'b.ts', context: 1 }),
    /b\.ts\n1-one\n2:two needle\n3-three\n--\n6-six\n7:needle at the end$/,
  );
  assert.match(await folder.ok('search', { pattern: 'absent' }), /: 0 matching lines in 0 files$/);
});

test('files are found by name', async (t) => {
  const folder = new TestFolder(t);
  for (const path of ['a.ts', 'src/b.ts', 'src/deep/c.test.ts', 'src/deep/d.js', '.github/e.ts', '!x'])
    folder.write(path, 'x');
  const names = async (name: string, path = '.') =>
    (await folder.ok('search', { name, path })).split('\n').slice(1).join(' ');
  assert.equal(await names('*.ts'), '.github/e.ts a.ts src/b.ts src/deep/c.test.ts');
  assert.equal(await names('src/**/*.{test.ts,js}'), 'src/deep/c.test.ts src/deep/d.js');
  assert.equal(await names('*.ts', 'src/deep'), 'c.test.ts');
  assert.equal(await names('!x'), '!x');
  assert.match(await folder.refusal('search', { name: '../*' }), /leads out of the folder/);
  assert.match(await folder.refusal('search', {}), /Give a "pattern", a "name", or both/);
});

test('ignored files, .git, links and binary files are left out, unless asked for', async (t) => {
  const folder = new TestFolder(t);
  mkdirSync(folder.path('.git/info'), { recursive: true });
  folder.write('.git/config', 'needle');
  folder.write('.git/info/exclude', 'secretly\n');
  folder.write('.gitignore', 'out/\n*.log\n');
  folder.write('sub/.gitignore', '!kept.log\n');
  for (const path of ['out/a', 'x.log', 'sub/kept.log', 'secretly', 'plain']) folder.write(path, 'needle\n');
  folder.write('binary', Buffer.from('needle\0needle'));
  symlinkSync('plain', folder.path('link'));
  const found = async (more: object) => {
    const output = await folder.ok('search', { pattern: 'needle', ...more });
    return output
      .split('\n')
      .filter((line) => line !== '1:needle')
      .slice(1)
      .join(' ');
  };
  assert.equal(await found({}), 'plain sub/kept.log');
  assert.equal(await found({ path: 'sub' }), 'kept.log');
  assert.equal(await found({ ignored: true }), 'out/a plain secretly sub/kept.log x.log');
  assert.equal(await found({ path: 'out' }), 'a', 'one that is named is searched');
});

test('results are bounded: in number, in characters, in time, and it is said', async (t) => {
  const folder = new TestFolder(t);
  folder.write('a', 'needle\n'.repeat(300));
  assert.match(
    await folder.ok('search', { pattern: 'needle' }),
    /: 100 matching lines in 1 file\n[\s\S]*\n100:needle\n\[Stopped at the limit/,
  );
  folder.write('b', `${'x'.repeat(100_000)}needle${'y'.repeat(100_000)}\n`.repeat(100));
  const output = await folder.ok('search', { pattern: 'needle', path: 'b', limit: 200 });
  assert(output.length < 31_000);
  assert.match(output, /: 100 matching lines[\s\S]*\n1:…x+needley+…\n2:…[\s\S]*\[Cut here/);
  const hurried = new TestFolder(t, { searchMs: 0 });
  hurried.write('a', 'needle');
  assert.match(await hurried.ok('search', { pattern: 'needle' }), /\[Stopped after 0 s/);
});

test('a pattern that would take for ever is refused or takes no time; a stopped turn ends a search', async (t) => {
  const folder = new TestFolder(t);
  folder.write('a', `${'a'.repeat(200_000)}\n`);
  assert.match(await folder.ok('search', { pattern: '/(a+)+b/' }), /: 0 matching lines/);
  assert.match(await folder.refusal('search', { pattern: '/(a)\\1/' }), /cannot be matched in linear time/);
  assert.match(await folder.refusal('search', { pattern: '/(/' }), /the pattern/);
  assert.match(await folder.refusal('search', { pattern: 'x', path: 'none' }), /There is no /);
  const stop = new AbortController();
  const search = folder.call('search', { pattern: 'a' }, 'call', stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(search, /stopped/);
});

test('promise 17: a secret is not shown, and cannot be guessed letter by letter', async (t) => {
  const folder = new TestFolder(t);
  folder.write('a', `before\nGITHUB_TOKEN=${secret}\nafter\n`);
  folder.write('long', `${'x '.repeat(50_000)}GITHUB_TOKEN=${secret} ${'x '.repeat(50_000)}\n`);
  const shown = await folder.ok('search', { pattern: 'GITHUB_TOKEN', context: 1 });
  assert.match(
    shown,
    /1-before\n2:GITHUB_TOKEN=\[REDACTED:[a-z-]+\]\n3-after\nlong\n1:…[x ]+GITHUB_TOKEN=\[REDACTED/,
  );
  assert(!shown.includes(secret.slice(4, 10)));
  for (const pattern of [secret.slice(0, 8), secret.slice(10, 16), `/${secret.slice(-6)}$/`])
    assert.match(await folder.ok('search', { pattern }), /: 0 matching lines/, pattern);
});
