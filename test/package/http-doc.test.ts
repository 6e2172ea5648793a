/** Every command of docs/http.md is run as it stands there, in one shell. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { notInstalled } from '../testbed/not-installed.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/http.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'ringback-http-doc-'));
const env = {
  ...process.env,
  RINGBACK_HOME: join(folder, 'home'),
  PATH: `${join(root, 'bin')}:${process.env.PATH}`,
};

after(() => {
  spawnSync('ringback', ['kill', '--all'], { env });
  spawnSync('ringback', ['daemon', 'stop'], { env });
  removeFolder(folder);
});

const blocks = Array.from(page.matchAll(/```sh\n(.*?)```/gs), ([, text = '']) => text);

/** What each block must have printed. */
const expected: RegExp[] = [
  /"status":"ok"/,
  /"status":"running".*"status":"exited".*"exit_code":0.*"output":"compiling\\ndone\\n".*"processes":\[\{/s,
  /^id: 0\n\nevent: output\nid: 15\ndata: \{"offset":0,"data":"Y29tcGlsaW5nCmRvbmUK"\}\n\nevent: ended\nid: 15e\n/,
  /^id: 10\n\nevent: output\nid: 15\ndata: \{"offset":10,"data":"ZG9uZQo="\}\n\nevent: ended\nid: 15e\n/,
  /"bytes_written":6.*"output":"hello world\\n".*"status":"already_exited"/s,
  /"acknowledged":1.*"state":"delivered"/s,
  /"name":"terminal".*"description":".*"inputSchema":\{.*"result":\{"output":"hello\\n"/s,
  /"is_new":true.*"kind":"person".*event: state\n.*"markdown":"# conv_.*"begins":"What is in this folder\?"/s,
  /"code":"not_found"/,
  /"address":"http:\/\/127\.0\.0\.1:\d+"/,
];

const skip = notInstalled('curl');

test('the commands of docs/http.md', { skip }, async () => {
  assert.equal(blocks.length, expected.length);
  const script = blocks.map((block) => `${block}\nprintf '\\n=== next\\n'\n`).join('');
  const port = await freePort();
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script.replaceAll('7070', String(port))], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  assert.equal(status, 0, stdout + stderr);
  const printed = stdout.split('\n=== next\n');
  for (const [index, pattern] of expected.entries())
    assert.match(printed[index] ?? '', pattern, blocks[index]);
  assert.match(readFileSync(join(folder, 'openapi.json'), 'utf8'), /^\{"openapi":"3\.1/);
});

test('the document is printed without a daemon as well', { skip }, () => {
  const { status, stdout } = spawnSync('ringback', ['daemon', 'openapi'], { env, encoding: 'utf8' });
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')));
});

/** The port of the page may be somebody's. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
