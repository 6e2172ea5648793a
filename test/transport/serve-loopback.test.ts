/** Promise 16: over TCP only with the token, never in a URL, and only for hosts and origins that are known. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { WireHealth } from '../../src/wire/daemon.ts';
import type { WireError } from '../../src/wire/error.ts';
import { CliHome, text } from '../cli/cli-home.ts';
import { floodWithSilence } from '../daemon/silence.ts';

const home = new CliHome(after);
const tokenFile = join(home.folder, 'token');
let port = 0;
let token = '';

before(async () => {
  await home.ok('daemon', 'start', '--listen', '127.0.0.1:0');
  const { address = '' } = await home.client().health();
  port = Number(new URL(address).port);
  token = readFileSync(tokenFile, 'utf8').trim();
});

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string };

async function call({ method = 'GET', path = '/v1/health', headers = {}, body }: Sent) {
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(await text(answer)) };
}

const bearer = () => ({ authorization: `Bearer ${token}` });

test('with the token it is the same API', async () => {
  const { status, json } = await call({ headers: bearer() });
  assert.equal(status, 200);
  assert.equal((json as WireHealth).home, home.folder);
  const body = JSON.stringify({ command: 'echo over tcp', workdir: '/', env: {} });
  const started = await call({ method: 'POST', path: '/v1/processes', headers: bearer(), body });
  assert.equal(started.status, 201);
  const path = `/v1/processes/${started.json.session_id}/wait`;
  const waited = await call({ method: 'POST', path, headers: bearer(), body: '{}' });
  assert.equal(waited.json.output, 'over tcp\n');
});

test('known names of this machine and pages served from here may ask', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
    const headers = { ...bearer(), host, origin: `http://localhost:${port}` };
    assert.equal((await call({ headers })).status, 200, host);
  }
});

test('the token is a file that only its owner can read, and stays the same', async () => {
  assert.equal(statSync(tokenFile).mode & 0o777, 0o600);
  assert.match(token, /^[\w-]{43}$/);
});

test('issue 11.21: silent connections that are too many are closed, and lock nobody out', async () => {
  await floodWithSilence(port);
  assert.equal((await call({ headers: bearer() })).status, 200);
  assert.equal((await home.client().health()).home, home.folder);
});

test('issue 11.21: a connection that stays silent is closed', async () => {
  const silent = connect(port, '127.0.0.1').resume();
  await once(silent, 'close');
});

const refused: [name: string, sent: () => Sent, status: number, message: RegExp][] = [
  ['no token', () => ({}), 401, /token is required/],
  [
    'a wrong token',
    () => ({ headers: { authorization: `Bearer ${token.slice(1)}x` } }),
    401,
    /token is wrong/,
  ],
  [
    'half a token',
    () => ({ headers: { authorization: `Bearer ${token.slice(0, 20)}` } }),
    401,
    /token is wrong/,
  ],
  ['another scheme', () => ({ headers: { authorization: `Basic ${token}` } }), 401, /token is required/],
  ['the token in the query', () => ({ path: `/v1/health?token=${token}` }), 401, /in a URL/],
  [
    'the token in the query too',
    () => ({ path: `/v1/health?x=${token}`, headers: bearer() }),
    401,
    /in a URL/,
  ],
  ['a token parameter', () => ({ path: '/v1/health?access_token=x', headers: bearer() }), 401, /in a URL/],
  ['the token in the path', () => ({ path: `/v1/${token}`, headers: bearer() }), 401, /in a URL/],
  [
    'a name that was rebound',
    () => ({ headers: { ...bearer(), host: `evil.example:${port}` } }),
    403,
    /Unknown host/,
  ],
  ['another port', () => ({ headers: { ...bearer(), host: '127.0.0.1:1' } }), 403, /Unknown host/],
  ['no port', () => ({ headers: { ...bearer(), host: '127.0.0.1' } }), 403, /Unknown host/],
  [
    'a name that begins alike',
    () => ({ headers: { ...bearer(), host: `localhost:${port}.evil` } }),
    403,
    /Unknown host/,
  ],
  [
    'a foreign page',
    () => ({ headers: { ...bearer(), origin: 'https://evil.example' } }),
    403,
    /are not allowed/,
  ],
  ['a page of a file', () => ({ headers: { ...bearer(), origin: 'null' } }), 403, /are not allowed/],
  [
    'a question of a browser beforehand',
    () => ({
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    }),
    403,
    /are not allowed/,
  ],
  ['a path that does not exist, without a token', () => ({ path: '/nothing' }), 401, /token is required/],
];
for (const [name, sent, status, message] of refused) {
  test(`refused: ${name}`, async () => {
    const answer = await call(sent());
    const { code, error, hint } = answer.json as WireError;
    assert.equal(answer.status, status);
    assert.equal(code, status === 401 ? 'unauthorized' : 'forbidden');
    assert.match(error, message);
    assert.ok(!JSON.stringify(answer.json).includes(token), 'the token is not told');
    if (status === 401) {
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
      assert.match(hint, /Authorization: Bearer/);
    }
    assert.equal(answer.headers.connection, 'close');
    assert.deepEqual(
      Object.keys(answer.headers).filter((header) => header.startsWith('access-control')),
      [],
    );
  });
}

test('no page is granted anything, not even one that is known', async () => {
  const { headers } = await call({ headers: { ...bearer(), origin: `http://127.0.0.1:${port}` } });
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('a request without a Host header is refused', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.end(`GET /v1/health HTTP/1.0\r\nauthorization: Bearer ${token}\r\n\r\n`);
  assert.match(await text(socket), /^HTTP\/1\.1 403 /);
});

test('the unix socket needs no token', async () => {
  assert.equal((await home.client().health()).status, 'ok');
});

test('status shows the address and where the token is, not the token', async () => {
  const status = await home.ok('daemon', 'status');
  assert.ok(status.includes(`http://127.0.0.1:${port}, token in ${tokenFile}`), status);
  assert.ok(!status.includes(token));
});

test('a daemon that runs already is not said to listen elsewhere', async () => {
  const { code, stderr } = await home.run(['daemon', 'start', '--listen', '127.0.0.1:1']);
  assert.notEqual(code, 0);
  assert.match(stderr, /does not listen on 127\.0\.0\.1:1.*ringback daemon stop/s);
});

for (const [address, message] of [
  ['0.0.0.0:7070', /not a loopback address/],
  ['192.168.1.5:7070', /not a loopback address/],
  ['example.com:7070', /not a loopback address/],
  ['[::]:7070', /not a loopback address/],
  [':7070', /not a loopback address/],
  ['7070', /not an address/],
  ['127.0.0.1:99999', /not an address/],
] as const) {
  test(`${address} is not listened on`, async () => {
    const { code, stderr } = await home.run(['daemon', 'start', '--listen', address]);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  });
}

test('the configuration can ask for it, and such a daemon stays', async (context) => {
  const other = new CliHome(context.after.bind(context), { listen: '127.0.0.1:0', idleExitSeconds: 1 });
  const { address, pid } = await other.client().health();
  assert.match(address ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  assert.equal((await other.client().health()).pid, pid);
});

test('a port that is taken: asked for, it is an error; configured, the daemon goes without', async (context) => {
  const taken = createServer().listen(0, '127.0.0.1');
  context.after(() => taken.close());
  await once(taken, 'listening');
  const listen = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  const other = new CliHome(context.after.bind(context), { listen });
  const { code, stderr } = await other.run(['daemon', 'start', '--listen', listen]);
  assert.notEqual(code, 0);
  assert.match(stderr, /Cannot listen on .*EADDRINUSE/);
  assert.equal((await other.client().health()).address, undefined);
  assert.match(readFileSync(join(other.folder, 'daemon.log'), 'utf8'), /Cannot listen/);
});

test('a token that others could read or exchange is refused', async (context) => {
  const other = new CliHome(context.after.bind(context));
  const path = join(other.folder, 'token');
  const start = () => other.run(['daemon', 'start', '--listen', '127.0.0.1:0']);
  writeFileSync(path, 'x'.repeat(43));
  chmodSync(path, 0o644);
  assert.match((await start()).stderr, /readable only by you/);
  chmodSync(path, 0o600);
  writeFileSync(path, 'short');
  assert.match((await start()).stderr, /contains no token/);
  rmSync(path);
  symlinkSync(tokenFile, path);
  assert.match((await start()).stderr, /must be owned by you/);
  rmSync(path);
  assert.equal((await start()).code, 0);
});
