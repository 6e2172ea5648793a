import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { askUrl, askUrlThere } from '../../../src/notify/ready/ask-url.ts';
import { parseProbe } from '../../../src/notify/ready/probe.ts';

/** Answers /fine with 404 and all else with 503; and what it was asked for. */
async function serve(t: TestContext) {
  const asked: string[] = [];
  const web = createServer(({ url = '' }, answer) => {
    asked.push(url);
    answer.writeHead(url.startsWith('/fine') ? 404 : 503).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  t.after(() => web.close());
  return { asked, host: `localhost:${(web.address() as { port: number }).port}` };
}

/** The exit code of a shell that asks. */
function askInShell(url: string, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    const shell = spawn('/bin/sh', ['-c', askUrlThere(url)], { env: { PATH: path }, stdio: 'ignore' });
    shell.on('exit', resolve);
  });
}

function isTold(url: string): string {
  const probe = parseProbe(url);
  return probe.kind === 'url' ? probe.url : assert.fail(`${url} is ${probe.kind}`);
}

test('a URL is asked however its scheme is written', async (t) => {
  const { host } = await serve(t);
  const { signal } = new AbortController();
  assert.equal(await askUrl(isTold(`HTTP://${host}/fine`), signal), 404);
  // Nobody speaks TLS there: the server must have been asked all the same.
  await assert.rejects(askUrl(isTold(`HTTPS://${host}/fine`), signal), {
    code: /^(ERR_SSL|EPROTO|ECONNRESET)/,
  });
});

test('promise 17: a URL that is asked elsewhere is not in the argument list of curl, and is nothing but a URL to it', async (t) => {
  const { asked, host } = await serve(t);
  const folder = mkdtempSync(join(tmpdir(), 'ringback-ask-'));
  t.after(() => removeFolder(folder));
  const { PATH = '' } = process.env;
  const seen = join(folder, 'seen');
  writeFileSync(seen, '');
  const recorder = `#!/bin/sh\nprintf '%s\\n' "$@" >>'${seen}'\nPATH='${PATH}' exec curl "$@"\n`;
  writeFileSync(join(folder, 'curl'), recorder, { mode: 0o700 });
  const path = `${folder}:${PATH}`;
  assert.equal(await askInShell(isTold(`http://${host}/fine?token=a-secret&q="b\\c'd`), path), 0);
  assert.notEqual(await askInShell(isTold(`http://${host}/bad`), path), 0);
  const several = `http://${host}/fine\noutput = "${folder}/made"`;
  await askInShell(isTold(several), path);
  assert.deepEqual(asked.slice(0, 2), [`/fine?token=a-secret&q=%22b\\c%27d`, '/bad']);
  assert.doesNotMatch(readFileSync(seen, 'utf8'), /a-secret|localhost:/);
  assert.match(asked[2] ?? '', /^\/fineoutput/);
});
