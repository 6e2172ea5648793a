/** What every place must be able to do, whatever carries the bytes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { carryKeeper } from '../../src/backends/carry-keeper.ts';
import type { Place } from '../../src/backends/environment.ts';
import { runToEnd } from '../../src/backends/run-to-end.ts';

/** All byte values, in an order that repeats only after a long while. */
export function manyBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = 1;
  for (let i = 0; i + 4 <= size; i += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes.writeUInt32LE(state, i);
  }
  return bytes;
}

/** Sent through `cat` and back, with its end told at the end of the input. */
export async function passBytesThrough(place: Place, bytes: Buffer): Promise<void> {
  const program = await place.run(['cat']);
  const back = createHash('sha256');
  let size = 0;
  const reading = pipeline(program.stdout, async (chunks) => {
    for await (const chunk of chunks) {
      size += (chunk as Buffer).length;
      back.update(chunk as Buffer);
    }
  });
  for (let at = 0; at < bytes.length; at += 100_000) {
    const chunk = bytes.subarray(at, at + 100_000);
    if (!program.stdin.write(chunk))
      await Promise.race([new Promise((resolve) => program.stdin.once('drain', resolve)), program.ended]);
  }
  program.stdin.end();
  await reading;
  const { code, stderr } = await program.ended;
  assert.deepEqual({ size, code, stderr }, { size: bytes.length, code: 0, stderr: '' });
  assert.equal(back.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
}

export async function keepArgumentsAsTheyAre(place: Place): Promise<void> {
  const args = ['', 'two words', '$HOME `id` "\'\\', 'line\nbreak', '-n', 'ü😀', '&|;*?', 'x'.repeat(5000)];
  const { code, stdout } = await runToEnd(place, ['printf', '%s\\0', ...args]);
  assert.equal(code, 0);
  assert.deepEqual(stdout.split('\0').slice(0, -1), args);
}

export async function tellHowProgramsEnd(place: Place): Promise<void> {
  for (const code of [0, 1, 42, 255])
    assert.equal((await runToEnd(place, ['sh', '-c', `exit ${code}`])).code, code);
  const failed = await runToEnd(place, ['sh', '-c', 'echo out; echo oops >&2; exit 3']);
  assert.deepEqual(failed, { code: 3, stdout: 'out\n', stderr: 'oops\n' });
  assert.equal((await runToEnd(place, ['/no/such/program'])).code, 127);
}

/** A program that waits for input finds its end when we hang up, and what it left behind lives on. */
export async function hangUp(place: Place, isThere: (pid: number) => boolean): Promise<void> {
  const script = 'setsid sh -c "echo \\$\\$; exec >/dev/null 2>&1 </dev/null sleep 60" & cat; exit 0';
  const program = await place.run(['sh', '-c', script]);
  const [line] = (await new Promise((resolve) => program.stdout.once('data', (data) => resolve([data])))) as [
    Buffer,
  ];
  const pid = Number(line.toString());
  program.close();
  await program.ended;
  assert.equal(isThere(pid), true, 'what it left behind lives on');
}

/** The keeper is put there, and its hub speaks through the line until we hang up. */
export async function speakToTheHub(place: Place): Promise<void> {
  const { keeper } = await carryKeeper(place);
  const { run } = place;
  const { stdout, ended, close } = await run([keeper, 'hub']);
  const [greeting] = (await once(stdout, 'data')) as [Buffer];
  assert.equal(greeting.subarray(0, 16).toString(), '\0RINGBACK HUB 1\n');
  close();
  stdout.resume();
  await ended;
}
