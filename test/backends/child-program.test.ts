import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { buffer, text } from 'node:stream/consumers';
import { test } from 'node:test';
import { spawnProgram } from '../../src/backends/child-program.ts';

function sh(script: string, ...args: string[]) {
  return spawnProgram(['/bin/sh', '-c', script, 'sh', ...args]);
}

test('what is typed comes back, byte for byte, and then the exit code', async () => {
  const program = await sh('cat; exit 7');
  const sent = Buffer.from(Array.from({ length: 1 << 20 }, (_, index) => index * 7));
  program.stdin.end(sent);
  assert.ok(sent.equals(await buffer(program.stdout)));
  assert.equal((await program.ended).code, 7);
});

test('only the last 4 KiB of what it complained are kept', async () => {
  const program = await sh('i=0; while [ $i -lt 2000 ]; do echo "complaint $i" >&2; i=$((i+1)); done');
  program.stdout.resume();
  const { stderr } = await program.ended;
  assert.equal(Buffer.byteLength(stderr), 4096);
  assert.match(stderr, /complaint 1999\n$/);
});

test('it has not ended for us before its output was given', async () => {
  const program = await sh('head -c 300000 /dev/zero');
  let hasEnded = false;
  program.ended.then(() => {
    hasEnded = true;
  });
  let size = 0;
  for await (const chunk of program.stdout) {
    assert.equal(hasEnded, false);
    size += chunk.length;
  }
  assert.equal(size, 300_000);
  assert.equal((await program.ended).code, 0);
});

test('what it left behind with its stderr does not hold up its end', async () => {
  const program = await sh('sleep 1000 >/dev/null & echo $!; echo oops >&2; exit 3');
  const left = Number(await text(program.stdout));
  try {
    assert.deepEqual(await program.ended, { code: 3, stderr: 'oops\n' });
  } finally {
    process.kill(left);
  }
});

test('a hang-up ends its input, and it may say its last words', async () => {
  const program = await sh('cat >/dev/null; echo bye; exit 4');
  program.close();
  assert.equal(await text(program.stdout), 'bye\n');
  assert.equal((await program.ended).code, 4);
});

test('a child that does not leave after a hang-up is ended', async () => {
  const program = await sh('trap "" TERM; echo $$; while :; do sleep 1; done');
  const [first] = await once(program.stdout, 'data');
  program.close();
  assert.equal((await program.ended).code, null);
  assert.throws(() => process.kill(Number(first), 0));
});

test('a child that nobody reads from ends after a hang-up', async () => {
  const program = await sh('head -c 1000000 /dev/zero');
  program.close();
  await program.ended;
});

test('a program that is not there is an error that says what to do', async () => {
  await assert.rejects(spawnProgram(['no-such-client'], { hint: 'Install it.' }), {
    name: 'RingbackError',
    code: 'no_program',
    message: 'no-such-client cannot be started: it is not installed, or not on the PATH.',
    hint: 'Install it.',
  });
});

test('it is in a session of its own', async () => {
  const program = await sh('echo $$; read line');
  const [first] = await once(program.stdout, 'data');
  const stat = readFileSync(`/proc/${Number(first)}/stat`, 'utf8').split(' ');
  assert.equal(stat[5], String(Number(first)));
  program.close();
});
