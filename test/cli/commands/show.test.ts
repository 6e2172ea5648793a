import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { WireNotification } from '../../../src/wire/notification.ts';
import type { WirePoll } from '../../../src/wire/process.ts';
import type { WireSamples } from '../../../src/wire/sample.ts';
import { madeUp } from '../../redact/secrets.ts';
import { CliHome } from '../cli-home.ts';
import { writeSamples } from '../write-samples.ts';

const home = new CliHome(after);
const token = `ghp_${madeUp(36, 5)}`;

type Shown = Omit<WirePoll, 'output_preview'> & { notifications: WireNotification[]; last_lines: string };

test('an ended process: how it ended, what it used, what is missing of its log, and what was told of it', async () => {
  const id = await home.start(
    ...['--notify', '--name', 'counting', '--session', 's', '--task', 't', '--log-limit', '1M'],
    ...['--', `seq 400000; echo ${token}; exit 3`],
  );
  await home.run(['wait', id, '--session', 'other']);
  const page = await home.ok('show', 'counting');
  for (const line of [
    new RegExp(`^${id} exited with 3 after`),
    /^name +counting$/m,
    /^command +seq 400000; echo \[REDACTED:github-pat\]; exit 3$/m,
    /^on +this machine$/m,
    /^session +s$/m,
    /^task +t$/m,
    /^started +\d{4}-.* ago\)$/m,
    /^ended +\d{4}-.* ago\)$/m,
    /^used +\d.* of memory at most, [\d.]+ s of processor time$/m,
    /^log +2\.6 MiB in 400001 lines, .* kept; missing: bytes \d+ to \d+/m,
    /^Notifications:\n\S+Z {2}completion {2}ntf_\w+ {2}pending$/m,
    /^Last lines:\n399992\n(?:.*\n){8}\[REDACTED:github-pat\]\n$/m,
  ])
    assert.match(page, line);
  assert.match(await home.ok('show', id, '--raw'), new RegExp(`\\n${token}\\n$`));

  const [shown] = await home.json<Shown>('show', id);
  assert.ok(shown);
  assert.deepEqual([shown.session_id, shown.exit_code, shown.name], [id, 3, 'counting']);
  const { printed_bytes, kept_bytes, lines, gaps } = shown.log;
  const missing = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  assert.ok(missing > 0 && printed_bytes - kept_bytes === missing);
  assert.equal(lines, 400_001);
  assert.deepEqual(
    shown.notifications.map(({ type, state }) => [type, state]),
    [['completion', 'pending']],
  );
});

test('what it used over time is shown, also after its end', async () => {
  const id = await home.start('--', 'true');
  await home.run(['wait', id]);
  writeSamples(join(home.folder, 'processes', id), [0, 2500, 5000]);
  assert.match(await home.ok('show', id), /^curve +▁▅█ up to 100\.0 % of a processor, over 15s$/m);
  const [shown] = await home.json<Shown & WireSamples>('show', id);
  assert.deepEqual(
    shown?.samples.map(({ cpu_seconds, peak_memory_bytes }) => [cpu_seconds, peak_memory_bytes]),
    [0, 0, 2.5, 7.5].map((seconds) => [seconds, 2 ** 21]),
  );
});

test('promise 22: looking at a process does not count as seen by its session', async () => {
  const id = await home.start('--notify', '--', 'true');
  await home.run(['wait', id, '--session', 'other']);
  await home.ok('show', id);
  const [shown] = await home.json<Shown>('show', id);
  assert.deepEqual(
    shown?.notifications.map(({ state }) => state),
    ['pending'],
  );
});

test('a running one: its input, watches and what it uses', async () => {
  const id = await home.start('--pty', '--stdin', '--watch', 'never', '--', 'echo ready; cat');
  await home.ok('wait', id, '--until', 'ready');
  const page = await home.ok('show', id);
  for (const line of [
    /^\S+ running for .*, pid \d+$/m,
    /^terminal +yes$/m,
    /^watches +never$/m,
    /^log +7 bytes in 1 line$/m,
  ])
    assert.match(page, line);
  assert.match(page, /^uses +.* of memory, [\d.]+ s of processor time so far$/m);
});
