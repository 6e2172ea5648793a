/**
 * What the seed (the Hermes agent) tests about `notify_on_complete` and about who knows of an end already, by its meaning and
 * against our loop. On the left the names in its tests/tools/test_notify_on_complete.py; what they mean here is decided by
 * docs/behaviour.md, "Completion notifications".
 *
 * | there | here |
 * |---|---|
 * | default_false, move_to_finished_no_notify | "each end is told once": the one without the flag |
 * | set_true, move_to_finished_with_notify, handler_passes_notify | the same: the good one |
 * | move_to_finished_nonzero_exit | the same: the bad one |
 * | output_truncated_to_2000 | the same: the long one |
 * | multiple_completions_queued, queue_exists | the same: all of them at once |
 * | move_to_finished_idempotent_no_duplicate, kill_process_sets_completion_reason_and_source | "who knows": killed by a person, and by the agent |
 * | wait_marks_completion_consumed, log_marks_completion_consumed, wait_and_log_still_skip_cli_drain | "who knows": waited, read |
 * | poll_marks_poll_observed_for_cli_drain | "who knows": looked |
 * | running_process_not_consumed, running_poll_does_not_mark_poll_observed | "who knows": looked too early |
 * | checkpoint_includes_notify, checkpoint_without_notify, recover_preserves_notify, recover_defaults_false | "while agent and daemon are away" |
 * | background_without_notify_emits_silent_process_hint, the three …does_not_emit_hint | "each end is told once": hints |
 * | schema_has_notify_on_complete | the same: what the model is offered |
 * | drain: only the owner's events | "rings only there" |
 * | a match is told although its process was looked at | "who knows": matched |
 *
 * Not here, and why. notify_on_complete_blocked_in_sandbox is a rule of `execute_code`, whoever calls it: test/tools/execute-code/. That
 * a look does not cancel the wake-up of a sleeping session (poll_observed_does_not_suppress_gateway_watcher,
 * recover_requeues_notify_watchers) is about ringers: test/notify/; this loop drains by itself. Its newest versions let `wait`
 * and `log` leave the end to be told, because there a person's window and the agent share one queue: here a person's inbox is
 * another session, and what the agent has read it is not told again. The hint about home-made watchers of a build server names
 * a document that only the seed has. When a consumed mark may be forgotten (its tests of accretion) does not arise: what was
 * told is a row of the conversation and goes with it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMessage } from '../../src/agent/model.ts';
import { daemonsIn, endIfThere } from '../faults/support/proc.ts';
import { until } from '../until.ts';
import { type Asked, diligent } from './support/diligent.ts';
import { Scene } from './support/scene.ts';
import { textOf } from './support/scripted-model.ts';

const start = (command: string, more: object = {}): Asked => ({
  tool: 'terminal',
  input: { command, background: true, notify_on_complete: true, ...more },
});
const act = (action: string, more: object = {}): Asked => ({ tool: 'process', input: { action, ...more } });

/** One turn with these calls; what was answered to each, without looks that came too early. */
async function take(scene: Scene, ...asked: readonly Asked[]): Promise<Record<string, unknown>[]> {
  const before = scene.history.length;
  await scene.running.send(crypto.randomUUID(), JSON.stringify(asked));
  const news = () => scene.history.slice(before);
  await until(
    () => scene.store.view(scene.id).turn === undefined && news().map(textOf).includes('done'),
    'done',
  );
  return news().flatMap((message) =>
    message.role === 'tool' ? message.content.map(({ output }) => JSON.parse(output)) : [],
  );
}

const idOf = (answers: readonly Record<string, unknown>[]) => String(answers[0]?.session_id);
const ringsIn = (history: readonly ModelMessage[]) =>
  history
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .filter((text) => text.startsWith('[IMPORTANT'));

/** What was told of a process: the blocks of the rings that begin with it. */
const toldOf = (scene: Scene, id: string) =>
  ringsIn(scene.history).flatMap((ring) =>
    ring
      .split(/(?=^\[IMPORTANT)/m)
      .filter((block) => block.startsWith(`[IMPORTANT: Background process ${id} `)),
  );

/** Everything that rings before the end of a command that is begun now has rung. */
async function settle(scene: Scene): Promise<void> {
  const last = idOf(await take(scene, start('true')));
  await until(() => toldOf(scene, last).length === 1, 'the last ring');
}

test('the seed: each end is told once to who asked for it, with exit code and output, and a hint comes where it is due', async (t) => {
  const scene = new Scene(t, diligent);
  const [silent] = await take(scene, start('true', { notify_on_complete: false }));
  assert.match(String(silent?.hint), /notify_on_complete/);
  const [watched] = await take(
    scene,
    start('sleep 300', { notify_on_complete: false, watch_patterns: ['x'] }),
  );
  const [foreground] = await take(scene, { tool: 'terminal', input: { command: 'echo here' } });
  assert.deepEqual([watched?.hint, foreground?.hint], [undefined, undefined]);
  // All in one turn: they end together, while nobody drains.
  const answers = await take(scene, start('echo built'), start('echo FAILED; exit 3'), start('seq 1 3000'));
  for (const answer of answers) assert.deepEqual([answer.notify_on_complete, answer.hint], [true, undefined]);
  const [good = '', bad = '', long = ''] = answers.map(({ session_id }) => String(session_id));
  await until(() => [good, bad, long].every((id) => toldOf(scene, id).length > 0), 'all ring');
  await settle(scene);
  assert.deepEqual(toldOf(scene, String(silent?.session_id)), []);
  for (const id of [good, bad, long]) assert.equal(toldOf(scene, id).length, 1);
  assert.match(toldOf(scene, good)[0] ?? '', /exit code 0[\s\S]*echo built\n\| built\n/);
  assert.match(toldOf(scene, bad)[0] ?? '', /exit code 3[\s\S]*\n\| FAILED\n/);
  const numbers = [...(toldOf(scene, long)[0] ?? '').matchAll(/^\| (\d+)$/gm)].map(([, number]) => number);
  const { length } = numbers.join('\n');
  assert(numbers.at(-1) === '3000' && length > 1_900 && length <= 2_000, `${length}: ${numbers.at(-1)}`);
});

test('the seed: who knows of an end already is not told again, and who only looked too early is', async (t) => {
  const scene = new Scene(t, diligent);
  const ended = { untilEnded: true } as const;
  const known = {
    waited: idOf(await take(scene, start('echo 1'), act('wait'))),
    read: idOf(await take(scene, start('echo 2'), { ...act('log'), ...ended })),
    looked: idOf(await take(scene, start('echo 3'), { ...act('poll'), ...ended })),
    killed: idOf(await take(scene, start('sleep 300'), act('kill'))),
  };
  const early = await take(scene, start('read line', { stdin: true }), act('poll'));
  assert.equal(early[1]?.status, 'running');
  const tooEarly = idOf(early);
  await scene.client.submit(tooEarly, 'go on');
  const byPerson = idOf(await take(scene, start('sleep 301')));
  await scene.client.kill(byPerson);
  const watch = { notify_on_complete: false, watch_patterns: ['READY'] };
  const [first, , second] = await take(
    scene,
    start('echo READY; sleep 302', watch),
    act('wait', { until: 'READY' }),
    act('poll'),
  );
  assert.match(String(second?.output_preview), /READY/);
  await until(
    () => [tooEarly, byPerson, String(first?.session_id)].every((id) => toldOf(scene, id).length > 0),
    'these ring',
  );
  await settle(scene);
  const told = await scene.client.notifications.history({ limit: 100 });
  for (const [how, id] of Object.entries(known)) {
    assert.deepEqual(toldOf(scene, id), [], how);
    const mine = told.find(({ session_id }) => session_id === id);
    assert.match(mine?.state ?? '', /^(delivered|consumed)$/, how);
  }
  for (const id of [tooEarly, byPerson, String(first?.session_id)]) assert.equal(toldOf(scene, id).length, 1);
  assert.match(toldOf(scene, byPerson)[0] ?? '', /terminated by/);
});

test('the seed: what ends while agent and daemon are away rings when they are back, once, and only there', async (t) => {
  const scene = new Scene(t, diligent);
  const told = idOf(await take(scene, start('read line', { stdin: true })));
  const silent = idOf(await take(scene, start('read line', { stdin: true, notify_on_complete: false })));
  const other = scene.store.create({ cwd: '/tmp', model: 'test/scripted' }).id;
  await scene.leave();
  for (const pid of daemonsIn(scene.home.folder)) endIfThere(pid);
  for (const id of [told, silent]) await scene.client.submit(id, 'end');
  await until(async () => (await scene.client.get(silent)).status === 'exited', 'the end');
  for (const pid of daemonsIn(scene.home.folder)) endIfThere(pid);
  const beside = scene.open(other);
  const over = beside.run();
  scene.comeBack();
  await until(() => toldOf(scene, told).length === 1, 'it rings');
  await settle(scene);
  assert.deepEqual([toldOf(scene, told).length, toldOf(scene, silent).length], [1, 0]);
  beside.close();
  await over;
  assert.deepEqual(scene.store.history(other), []);
});

test('the seed: the model is offered the flag, off by default', async (t) => {
  const offered: unknown[] = [];
  const scene = new Scene(t, {
    ...diligent,
    step(request, options) {
      offered.push(request.tools.find(({ name }) => name === 'terminal')?.inputSchema.properties);
      return diligent.step(request, options);
    },
  });
  await take(scene);
  const { notify_on_complete } = offered[0] as Record<string, { type?: string; default?: unknown }>;
  assert.deepEqual([notify_on_complete?.type, notify_on_complete?.default ?? false], ['boolean', false]);
});
