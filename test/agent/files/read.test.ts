import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { secret, TestFolder } from './support.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}\tline ${from + at}`);

test('a file is read with line numbers, from a line on, and says how to go on', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write(
    'a.txt',
    `${numbered(1, 30)
      .map((line) => line.replace(/.*\t/, ''))
      .join('\n')}\n`,
  );
  assert.equal(
    await folder.ok('read', { path: 'a.txt' }),
    [`${path}: lines 1 to 30 of 30`, ...numbered(1, 30)].join('\n'),
  );
  assert.equal(
    await folder.ok('read', { path, offset: 10, limit: 3 }),
    [`${path}: lines 10 to 12; more follow, from offset=13 on`, ...numbered(10, 12)].join('\n'),
  );
  assert.equal(
    await folder.ok('read', { path, offset: 30, limit: null }),
    [`${path}: lines 30 to 30 of 30`, ...numbered(30, 30)].join('\n'),
  );
  assert.equal(
    await folder.refusal('read', { path, offset: 31 }),
    `${path} has 30 lines: there is no line 31.`,
  );
});

test('paths are relative to the folder, absolute, or begin at home', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('sub/a.txt', 'x\n');
  for (const given of ['sub/a.txt', './sub/../sub/a.txt', path])
    assert.match(await folder.ok('read', { path: given }), new RegExp(`^${path}: `));
  assert.match(await folder.ok('read', { path: '~' }), new RegExp(`^${homedir()}: a folder with `));
  assert.match(await folder.refusal('read', { path: 'none' }), /^There is no \/.*\/folder\/none\. search/);
  assert.equal(await folder.refusal('read', {}), '"path" is missing.');
});

test('what is no text is said: folders, binary files, pipes, UTF-16, nothing', async (t) => {
  const folder = new TestFolder(t);
  folder.write('d/b', '');
  folder.write('d/c/e', '');
  symlinkSync('b', folder.path('d/a'));
  assert.equal(
    await folder.ok('read', { path: 'd' }),
    `${folder.path('d')}: a folder with 3 entries\na@\nb\nc/`,
  );
  assert.equal(await folder.ok('read', { path: 'd/b' }), `${folder.path('d/b')} is empty.`);
  folder.write('binary', Buffer.from([1, 0, 2]));
  assert.match(await folder.refusal('read', { path: 'binary' }), /is a binary file of 3 bytes/);
  folder.write('wide', Buffer.from('\ufeffhello', 'utf16le'));
  assert.match(await folder.refusal('read', { path: 'wide' }), /UTF-16/);
  assert.equal(spawnSync('mkfifo', [folder.path('pipe')]).status, 0);
  assert.match(await folder.refusal('read', { path: 'pipe' }), /is no file, but a pipe/);
});

test('a folder shows so many entries, and says how many there are', async (t) => {
  const folder = new TestFolder(t);
  for (let at = 0; at < 310; at += 1) folder.write(`many/${String(at).padStart(3, '0')}`, '');
  const lines = (await folder.ok('read', { path: 'many' })).split('\n');
  assert.match(lines[0] ?? '', /a folder with 310 entries/);
  assert.equal(lines[300], '299');
  assert.match(lines[301] ?? '', /^\[10 more/);
});

test('an answer is bounded in lines and characters, and long lines are cut', async (t) => {
  const folder = new TestFolder(t);
  folder.write('many', 'x\n'.repeat(5000));
  assert.match(
    await folder.ok('read', { path: 'many', limit: 4000 }),
    /lines 1 to 1000; more follow, from offset=1001 on/,
  );
  folder.write('wide', `${'y'.repeat(1_000_000)}\nshort\n${`${'z'.repeat(3000)}\n`.repeat(100)}`);
  const output = await folder.ok('read', { path: 'wide' });
  assert(output.length < 50_000, `${output.length} characters`);
  const [header = '', first = '', second] = output.split('\n');
  assert.match(header, /more follow, from offset=\d+ on/);
  assert.equal(first, `1\t${'y'.repeat(2000)}… [line cut: it has 1000000 bytes]`);
  assert.equal(second, '2\tshort');
  const next = Number(/offset=(\d+)/.exec(header)?.[1]);
  assert.match(
    await folder.ok('read', { path: 'wide', offset: next, limit: 1 }),
    new RegExp(`\n${next}\tzz`),
  );
});

test('lines are the same wherever the file is cut while it is read', async (t) => {
  const folder = new TestFolder(t);
  // The first 256 KiB end exactly with a line, the next ones inside of one.
  const lines = Array.from({ length: 80_000 }, (_, at) => `${at + 1}`.padStart(at < 32_768 ? 7 : 9, ' '));
  folder.write('a', `${lines.join('\n')}\n`);
  for (const first of [2, 32_767, 32_768, 32_769, 32_770, 58_981, 58_982, 58_983, 58_984, 79_999, 80_000]) {
    const shown = (await folder.ok('read', { path: 'a', offset: first, limit: 3 })).split('\n').slice(1);
    assert.deepEqual(
      shown,
      lines.slice(first - 1, first + 2).map((line, at) => `${first + at}\t${line}`),
    );
  }
  const long = await folder.ok('read', { path: 'a', offset: 58_900, limit: 200 });
  assert.equal(long.split('\n')[100], `58999\t${lines[58_998]}`);
});

test('of a file of any size only what is asked for is read', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('huge', `first\nsecond\n${'text\n'.repeat(2000)}`);
  // Its end is a hole of 20 GB: reading that would take longer than anybody waits.
  truncateSync(path, 20 * 1024 ** 3);
  assert.match(await folder.ok('read', { path, limit: 2 }), /1\tfirst\n2\tsecond/);
});

test('CRLF, invisible characters and a missing newline at the end are said', async (t) => {
  const folder = new TestFolder(t);
  const path = folder.write('a', '\ufeffone\r\ntw\u200bo\r\n\x1b[1mthr\fee\x1b[0m');
  assert.equal(
    await folder.ok('read', { path }),
    [
      `${path}: lines 1 to 3 of 3`,
      '1\tone\n2\ttwo\n3\tthr ee',
      '[2 lines end with CRLF; edit keeps that.]',
      '[Not shown exactly, because of invisible characters or a wrong encoding: line 2, 3.]',
      '[No newline at the end.]',
    ].join('\n'),
  );
});

test('promise 17: no secret reaches the model, nor half of one, wherever an answer begins or ends', async (t) => {
  const folder = new TestFolder(t);
  const key = Array.from({ length: 20 }, (_, at) => `${'Ab3+xY7/'.repeat(7)}${String(at).padStart(8, 'Q')}`);
  const pem = ['-----BEGIN PRIVATE KEY-----', ...key, '-----END PRIVATE KEY-----'];
  const path = folder.write('a', `GITHUB_TOKEN=${secret}\nplain\n${pem.join('\n')}\nlast\n`);
  const whole = await folder.ok('read', { path });
  assert.match(whole, /1\tGITHUB_TOKEN=\[REDACTED:[a-z-]+\]\n2\tplain\n/);
  assert.match(whole, /\n25\tlast$/, 'every line keeps its number');
  assert(!whole.includes(secret) && !whole.includes('Ab3+'));
  const inside = await folder.ok('read', { path, offset: 10, limit: 3 });
  assert.match(inside, /10\t\[REDACTED:private-key\]\n11\t\[REDACTED:private-key\]\n12\t\[REDACTED/);
  assert(!(await folder.ok('read', { path, offset: 3, limit: 2 })).includes('Ab3+'));
  folder.write('long', `${'x '.repeat(995)}token=${secret}${' x'.repeat(100_000)}\nnext\n`);
  const long = await folder.ok('read', { path: 'long' });
  assert(!long.includes(secret.slice(4, 12)), 'not where a long line is cut');
  assert.match(long, /\n2\tnext$/);
  folder.write('wrapped', `${'x '.repeat(30)}${secret.slice(0, 9)}\n${secret.slice(9)} rest\n`);
  const half = await folder.ok('read', { path: 'wrapped', limit: 1 });
  assert(!half.includes(secret.slice(4, 9)), 'what follows the answer decides, too');
  folder.write('glued', `${'x'.repeat(200_000)}${pem.slice(0, -1).join('\n')}\nplain\n`);
  assert(!(await folder.ok('read', { path: 'glued' })).includes('Ab3+'), 'nor behind what a long line hides');
});

test('images are shown, up to a size', async (t) => {
  const folder = new TestFolder(t);
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
  const kinds = {
    'image/png': png,
    'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]),
    'image/gif': Buffer.from('GIF89a\0\0'),
    'image/webp': Buffer.from('RIFF\0\0\0\nWEBPVP8 '),
  };
  for (const [mediaType, bytes] of Object.entries(kinds)) {
    folder.write('image', bytes);
    const { output, isError, images } = await folder.call('read', { path: 'image' });
    assert.equal(isError, false);
    assert.match(output, new RegExp(`/image: ${mediaType}, ${bytes.length} bytes`));
    assert.deepEqual(images, [{ type: 'image', mediaType, data: bytes.toString('base64') }]);
  }
  truncateSync(folder.write('image', png), 5_000_000);
  assert.match(await folder.refusal('read', { path: 'image' }), /image of 5000000 bytes; at most 3932160/);
});
