import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { packageRoot } from '../../src/base/programs.ts';
import type { WireError } from '../../src/wire/error.ts';
import { CliHome, text } from '../cli/cli-home.ts';
import { ask as askHome, askJson as askHomeJson } from './http.ts';

const home = new CliHome(after);
let ended = '';
let silent = '';

before(async () => {
  ended = await home.start('--', 'printf 0123456789; exit 3');
  silent = await home.start('--stdin', '--', 'read x; echo "got $x"');
  await home.run(['wait', ended]);
});

const ask = (method: string, path: string, body?: string | Buffer, headers = {}) =>
  askHome(home.folder, method, path, body, headers);
const askJson = (method: string, path: string, body?: string | Buffer) =>
  askHomeJson<WireError>(home.folder, method, path, body);

const start = (more: object) => JSON.stringify({ command: 'true', workdir: '/', env: {}, ...more });

const wrongStarts: [name: string, body: string | Buffer, message: RegExp][] = [
  ['no JSON', '{', /not JSON/],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), /not UTF-8/],
  ['no object', '[]', /must be an object/],
  ['no command', '{"workdir": "/", "env": {}}', /"command" is missing/],
  ['an empty command', start({ command: '  ' }), /"command" must not be empty/],
  ['a command that is no text', start({ command: 5 }), /"command" must be a string/],
  ['NUL in the command', start({ command: 'a\0b' }), /"command" must be text without NUL/],
  ['half a character', '{"command": "\\ud800", "workdir": "/", "env": {}}', /lone surrogates/],
  ['NUL in a variable', start({ env: { A: 'b\0' } }), /"env.A"/],
  ['an impossible variable', start({ env: { 'A=B': 'c' } }), /no name of a variable/],
  ['an unknown parameter', start({ colour: 'red' }), /unknown parameter "colour"/],
  ['a wrong type', start({ pty: 'yes' }), /"pty" must be a boolean/],
  ['a fraction', start({ max_runtime: 1.5 }), /"max_runtime" must be an integer/],
  ['too small a number', start({ max_runtime: 0 }), /"max_runtime" must be at least 1/],
  ['an absurd size', start({ cols: 99_999, rows: 5 }), /"cols" must be at most/],
  ['a relative folder', start({ workdir: 'here' }), /not an absolute path/],
  ['a wrong id', start({ id: 'proc_1' }), /"id" must be proc_/],
  ['a huge request', start({ command: 'x'.repeat(9 * 1024 * 1024) }), /larger than/],
];
for (const [name, body, message] of wrongStarts) {
  test(`a start with ${name} is refused by name`, async () => {
    const { status, json } = await askJson('POST', '/v1/processes', body);
    assert.deepEqual([status, json.code], [400, 'bad_request']);
    assert.match(json.error, message);
  });
}

const wrongCalls: [method: string, path: string, body: string, status: number, message: RegExp][] = [
  ['GET', '/v1/nothing', '', 404, /nothing at \/v1\/nothing/],
  ['DELETE', '/v1/processes', '', 400, /accepts POST or GET, not DELETE/],
  ['GET', '/v1/processes/ffffffffffff/poll', '', 404, /no process/],
  ['GET', '/v1/processes/%00/poll', '', 404, /There is no process named/],
  ['GET', '/v1/processes?colour=red', '', 400, /unknown parameter "colour"/],
  ['GET', '/v1/processes/ENDED/log?limit=-1', '', 400, /"limit" must be a whole number/],
  ['GET', '/v1/processes/ENDED/poll?cursor=x', '', 400, /is not a cursor/],
  ['POST', '/v1/processes/ENDED/wait', '{"timeout": "long"}', 400, /"timeout" must be a number/],
  ['POST', '/v1/processes/ENDED/kill', '{"grace": -1}', 400, /"grace" must be at least 0/],
  ['POST', '/v1/processes/ENDED/write', '{"data": "x"}', 409, /ended/],
  ['POST', '/v1/processes/ENDED/resize', '{"cols": 80, "rows": 24}', 409, /./],
  ['POST', '/v1/processes/SILENT/write', '{}', 400, /either "data" or "base64"/],
  ['POST', '/v1/processes/SILENT/write', '{"base64": "?"}', 400, /must be base64/],
  ['POST', '/v1/processes/SILENT/write', '{"data": "x", "seq": "1"}', 400, /go together/],
  ['POST', '/v1/processes/SILENT/write', '{"data": "x", "writer": "-1", "seq": "1"}', 400, /64-bit number/],
  ['POST', '/v1/processes/SILENT/resize', '{"cols": 80, "rows": 24}', 409, /terminal/],
];
const ignored: typeof wrongCalls = [
  ['GET', '/v1/processes?task=a&task=b', '', 400, /"task" is given twice/],
  ['GET', '/v1/health?session_key=a', '', 400, /unknown parameter "session_key"/],
  ['POST', '/v1/processes/kill?session_key=a', '', 400, /unknown parameter "session_key"/],
  ['GET', '/v1/processes/ENDED/log?since=1&offset=3', '', 400, /exclude each other/],
];
for (const [method, path, body, status, message] of [...wrongCalls, ...ignored]) {
  const number = ignored.some((row) => row[1] === path) ? 'issue 11.6: never ignored: ' : '';
  test(`${number}${method} ${path} ${body}`, async () => {
    const answer = await askJson(method, path.replace('ENDED', ended).replace('SILENT', silent), body);
    assert.equal(answer.status, status);
    assert.match(answer.json.error, message);
    assert.doesNotMatch(JSON.stringify(answer.json), /\.ts:|\.js:|node:internal/);
  });
}

test('an unknown id is not_found, an ended one already_exited', async () => {
  const unknown = await askJson('GET', '/v1/processes/ffffffffffff/poll');
  assert.equal(unknown.json.status, 'not_found');
  const exited = await askJson('POST', `/v1/processes/${ended}/submit`, '{"data": "x"}');
  assert.equal(exited.json.status, 'already_exited');
});

test('asking to start the same id again starts nothing', async () => {
  const id = 'proc_00000000beef';
  const first = await askJson('POST', '/v1/processes', start({ id, command: 'sleep 60' }));
  const second = await askJson('POST', '/v1/processes', start({ id, command: 'sleep 60' }));
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.equal((await home.list()).filter((each) => each.session_id === id).length, 1);
});

test('a write that is repeated with its ticket is typed once', async () => {
  const body = JSON.stringify({ data: 'once', writer: '18446744073709551615', seq: '7' });
  for (let time = 0; time < 3; time += 1) await askJson('POST', `/v1/processes/${silent}/write`, body);
  await askJson('POST', `/v1/processes/${silent}/submit`, '{"data": "!"}');
  await home.run(['wait', silent]);
  assert.equal(await home.ok('log', silent), 'got once!\n');
});

test('output comes as events whose ids tell where to go on', async () => {
  const answer = await ask('GET', `/v1/processes/${ended}/follow?from=4`);
  assert.equal(answer.headers['content-type'], 'text/event-stream');
  const events = (await text(answer)).split('\n\n').filter(Boolean);
  assert.equal(events[0], 'id: 4');
  const data = Buffer.from('456789').toString('base64');
  assert.equal(events[1], `event: output\nid: 10\ndata: {"offset":4,"data":"${data}"}`);
  assert.match(events[2] ?? '', /^event: ended\nid: 10e\ndata: \{.*"exit_code":3/);
  assert.equal(events.length, 3);
});

test('Last-Event-ID wins over from', async () => {
  const answer = await ask('GET', `/v1/processes/${ended}/output?from=0&to=9`, '', { 'last-event-id': '7' });
  assert.match(await text(answer), new RegExp(`"offset":7,"data":"${Buffer.from('78').toString('base64')}"`));
});

test('a follower that does not read costs the daemon no memory', async () => {
  const flood = await home.start('--', 'head -c 60000000 /dev/zero');
  const before = (await home.client().health()).rss_bytes;
  const idle = await ask('GET', `/v1/processes/${flood}/follow?from=0`);
  await home.ok('wait', flood);
  const grown = (await home.client().health()).rss_bytes - before;
  idle.destroy();
  assert.ok(grown < 40_000_000, `it grew by ${grown} bytes`);
});

test('health tells what is going on', async () => {
  const { json } = await askJson('GET', '/v1/health');
  const { status, home: folder, version } = json as unknown as Record<string, unknown>;
  const ours = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
  assert.deepEqual([status, folder, version], ['ok', home.folder, ours]);
});
