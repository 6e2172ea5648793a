import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { WireLog } from '../../../src/wire/output.ts';
import { CliHome, text, until } from '../cli-home.ts';

const launcher = join(import.meta.dirname, '../../../bin/ringback');
const home = new CliHome(after);
const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${first + index}\n`).join('');
let id = '';

before(async () => {
  id = await home.start('--', `seq 1000; printf '\\033[1mbold\\033[0m'`);
  await home.run(['wait', id]);
});

/** What `ringback ARGS` shows in a terminal; and how it ended. */
async function inTerminal(...args: string[]): Promise<{ shown: string; code: number | null }> {
  const terminal = await home.start('--pty', '--', launcher, ...args);
  const { code } = await home.run(['wait', terminal]);
  return { shown: await home.ok('log', terminal, '--raw'), code };
}

test('issue 11.8: into a pipe the whole log as clean text; on a terminal the last 200 lines, and it says so', async () => {
  assert.equal(await home.ok('log', id), `${lines(1, 1000)}bold\n`);
  const whole = (await inTerminal('log', '--all', id)).shown;
  assert.equal(whole, `${lines(1, 1000)}bold\n`.replaceAll('\n', '\r\n'));
  const { shown } = await inTerminal('log', id);
  assert.match(shown, /^ringback: showing the last 200 of 1001 lines; --all shows all\r\n802\r\n/);
  assert.match(shown, /\r\n1000\r\nbold\r\n$/);
});

test('issue 11.8: -n takes the last lines', async () => {
  assert.equal(await home.ok('log', '-n', '2', id), '1000\nbold\n');
  assert.equal(await home.ok('log', '-n', '2', '-f', id), '1000\nbold');
  assert.equal((await home.run(['log', '-n', '2', '--all', id])).code, 2);
});

test('--grep prints numbered lines that match, with those around them; 1 is for none', async () => {
  assert.equal(await home.ok('log', id, '--grep', '/^(100|bold)$/'), '99:100\n1000:bold\n');
  assert.equal(
    await home.ok('log', id, '--grep', '/^(4|10)$/', '-C', '1'),
    '2-3\n3:4\n4-5\n--\n8-9\n9:10\n10-11\n',
  );
  assert.equal(await home.ok('log', id, '--grep', '99', '--count'), '19\n');
  assert.equal(await home.ok('log', id, '--grep', '9', '-n', '2'), '8:9\n18:19\n');
  const { code, stdout } = await home.run(['log', id, '--grep', 'nowhere']);
  assert.deepEqual([code, stdout], [1, '']);
  assert.deepEqual(await home.json('log', id, '--grep', 'bold'), [
    { session_id: id, line: 1000, offset: 3893, text: 'bold', match: true },
    { session_id: id, count: 1 },
  ]);
  for (const wrong of [['-C', '1'], ['--count'], ['--grep', 'x', '-f'], ['--grep', '/(/'], ['--grep', '']])
    assert.notEqual((await home.run(['log', id, ...wrong])).code, 0, wrong.join(' '));
});

test('--grep on a terminal stops after 200 lines that match, and says so', async () => {
  const { shown } = await inTerminal('log', '--grep', '/\\d/', id);
  assert.match(shown, /\n199:200\r\nringback: showing the first 200 lines that match; --all shows all\r\n$/);
  const whole = await inTerminal('log', '--grep', '/\\d/', '--all', id);
  assert.match(whole.shown, /\n999:1000\r\n$/);
});

test('issue 11.8: -f keeps colours on a terminal, nothing else, and exits with the code of the command', async () => {
  const coloured = await home.start(
    '--',
    `printf '\\033[31mred\\033[0m\\033]0;title\\007\\033]52;c;eA==\\007\\033[2J\\n'; exit 7`,
  );
  await home.run(['wait', coloured]);
  const { shown, code } = await inTerminal('log', '-f', coloured);
  assert.match(shown, /^\x1b\[31mred\x1b\[0m\r\n/);
  assert.doesNotMatch(shown, /title|52;|\[2J/);
  assert.equal(code, 7);
  const piped = await home.run(['log', '-f', coloured]);
  assert.deepEqual([piped.code, piped.stdout], [7, 'red\n']);
  assert.equal((await home.run(['log', '-f', '--raw', coloured])).code, 7);
});

test('issue 11.8: -f takes up a line that had begun: what follows a carriage return replaces it', async () => {
  const bar = await home.start(
    '--stdin',
    '--',
    `printf '10 %%\\r20 %%\\r'; read x; printf '30 %%\\ndone\\n'`,
  );
  await home.client().follow(bar, { from: 0 }).next();
  const child = home.spawn(['log', '-f', bar]);
  const shown = text(child.stdout);
  const closed = once(child, 'close');
  await until(async () => (await home.client().health()).connections >= 3, 'the follower');
  await home.ok('submit', bar, 'go');
  await closed;
  assert.equal(await shown, '30 %\ndone\n');
});

test('lines from a number on', async () => {
  assert.equal(await home.ok('log', id, '--offset', '0', '--limit', '3'), lines(1, 3));
  assert.equal(await home.ok('log', id, '--offset', '500', '--limit', '2'), lines(501, 502));
  assert.equal(await home.ok('log', id, '--limit', '2'), '1000\nbold\n');
});

test('--json carries where it was and what is left', async () => {
  const [log] = await home.json<WireLog>('log', id, '--offset', '10', '--limit', '2');
  assert.deepEqual(
    [log?.output, log?.showing, log?.status, log?.session_id],
    ['11\n12\n', { first: 10, last: 12 }, 'exited', id],
  );
});

test('--since takes what was printed from then on, and no more than ten seconds before', async () => {
  assert.match(await home.ok('log', id, '--since', '10m'), /^1\n2\n/);
});

test('--raw gives the bytes as they were printed, by offsets if asked', async () => {
  assert.equal(await home.ok('log', id, '--raw'), `${lines(1, 1000)}\x1b[1mbold\x1b[0m`);
  assert.equal(await home.ok('log', id, '--raw', '--offset', '2', '--limit', '4'), '2\n3\n');
  assert.equal(await home.ok('log', id, '--raw', '-f', '--offset', '2', '--limit', '4'), '2\n3\n');
});

test('a log of many megabytes comes whole', async () => {
  const big = await home.start('--', 'seq 1000000');
  await home.ok('wait', big);
  const expected = lines(1, 1_000_000);
  assert.ok((await home.ok('log', big, '--raw')) === expected);
  assert.ok((await home.ok('log', big, '--offset', '0', '--limit', '1000000')) === expected);
  assert.ok((await home.ok('log', big, '--since', '10m')) === expected);
});

test('-f shows the end of the log, then what comes, until the end', async () => {
  const running = await home.start('--stdin', '--', 'seq 300; read x; echo "got $x"; printf unfinished');
  await home.client().follow(running, { from: 0 }).next();
  const child = home.spawn(['log', '-f', '-n', '200', running]);
  const closed = once(child, 'close');
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(String(first), lines(101, 300));
  const rest = text(child.stdout);
  await home.ok('submit', running, 'it');
  assert.deepEqual(await closed, [0, null]);
  assert.equal(await rest, 'got it\nunfinished');
});

test('-f --json prints one object a line, the last one the end', async () => {
  const running = await home.start('--', 'echo one; exit 2');
  const events = await home.json('log', '-f', running);
  assert.equal(events.map((event) => event.output ?? '').join(''), 'one\n');
  assert.equal(events.at(-1)?.exit_code, 2);
});

test('promise 6: -f goes on with what was left behind', async () => {
  const running = await home.start('--', '(sleep 0.5; echo from the left behind) & echo ending');
  assert.equal(await home.ok('log', '-f', running), 'ending\nfrom the left behind\n');
});

test('a reader that goes away is no error', async () => {
  const endless = await home.start('--', 'yes');
  const child = home.spawn(['log', '-f', endless]);
  const stderr = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.equal(await stderr, '');
  await home.ok('kill', endless);
});

test('--since and --raw exclude each other', async () => {
  assert.equal((await home.run(['log', id, '--raw', '--since', '1m'])).code, 2);
});
