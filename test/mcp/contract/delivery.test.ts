import assert from 'node:assert/strict';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const waiting = { command: 'read x; exit 3', stdin: true, background: true };
const ringing = { ...waiting, notify_on_complete: true };

/** Ends it from outside: no call of the agent can have carried anything meanwhile. */
async function finish(scene: Scene, id: string): Promise<void> {
  await scene.person.submit(id, '');
  await scene.ended(id);
}

const rows: readonly Row[] = [
  row(
    '`delivery`: `wake` (you will be notified; end your turn, do not poll): a client with tasks',
    async (_, scene) => {
      const agent = scene.newTaskAgent();
      const { id, shown } = await agent.startTask(ringing);
      const before = await agent.task(id);
      await finish(scene, id);
      return { id, shown, before, after: await agent.task(id) };
    },
    ({ id, shown, before, after }) => {
      assert.deepEqual([shown.delivery, shown.session_id], ['wake', id]);
      says(shown.output, 'end your turn', 'do not poll');
      assert.equal(before.status, 'working');
      assert.equal(after.status, 'completed', 'it was the truth');
      says(after.result?.structuredContent.notification, `${id} exited (exit code 3)`);
    },
  ),
  row(
    '`delivery` of a client with tasks, for matches: they ride, `next_call`',
    async (_, scene) => {
      const agent = scene.newTaskAgent();
      const given = { command: 'echo READY; exec sleep 1000', background: true, watch_patterns: ['READY'] };
      const started = await agent.call('terminal', given);
      const { session_id } = started;
      while (!(await agent.call('process', { action: 'poll', session_id })).watch_hit);
      await agent.call('process', { action: 'list' });
      return { started, heard: agent.heard };
    },
    ({ started, heard }) => {
      assert.equal(started.delivery, 'next_call');
      assert.equal(heard.length, 1);
      says(heard[0], 'printed what you watch for');
    },
  ),
  row(
    '`delivery`: `wake` for a foreground command of a client with tasks that took too long',
    async (_, scene) => {
      const agent = scene.newTaskAgent();
      const { id, shown } = await agent.startTask({ ...waiting, background: false, timeout: 1 });
      await finish(scene, id);
      return { shown, after: await agent.task(id) };
    },
    ({ shown, after }) => {
      assert.equal(shown.delivery, 'wake');
      says(shown.output, /^STILL RUNNING/);
      assert.equal(after.status, 'completed');
    },
  ),
  row(
    '`delivery`: `next_call` (it will be reported on your next tool call): a client without',
    async (agent, scene) => {
      const started = await agent.terminal(ringing);
      await finish(scene, started.session_id);
      return { started, heard: await agent.listen() };
    },
    ({ started, heard }) => {
      assert.equal(started.delivery, 'next_call');
      assert.equal(heard.length, 1, 'it was the truth');
    },
  ),
  row(
    '`delivery`: `none` (use `wait`): a client that serves conversations it does not tell apart',
    async (_, scene) => {
      const opencode = scene.agentOf(await scene.connect({ name: 'opencode' }));
      const started = await opencode.terminal(ringing);
      await finish(scene, started.session_id);
      return {
        started,
        heard: await opencode.listen(),
        waited: await opencode.process('wait', { session_id: started.session_id }),
      };
    },
    ({ started, heard, waited }) => {
      assert.equal(started.delivery, 'none');
      says(started.output, 'process(action="wait")');
      assert.deepEqual(heard, [], 'it was the truth');
      assert.deepEqual([waited.status, waited.exit_code], ['exited', 3]);
    },
  ),
  row(
    '`delivery`: `none` where nothing was asked for, also on a client with tasks',
    async (agent, scene) => [
      await agent.terminal(waiting),
      await scene.newTaskAgent().call('terminal', waiting),
    ],
    (results) => {
      for (const { delivery } of results) assert.equal(delivery, 'none');
    },
  ),
  row(
    '`delivery`: `wake` where somebody takes the turns of this session: a ringer',
    async (agent, scene) => {
      const end = new AbortController();
      const turns = scene.person.notifications.subscribe(agent.session ?? '', { signal: end.signal });
      const first = turns.next();
      let started = await agent.terminal({ command: 'true' });
      while (started.delivery !== 'wake') started = await agent.terminal({ command: 'true' });
      started = await agent.terminal(ringing);
      await finish(scene, started.session_id);
      const { value } = await first;
      await value?.acknowledge();
      const heard = await agent.listen();
      end.abort();
      await turns.return();
      return { started, text: value?.text, heard };
    },
    ({ started, text, heard }) => {
      assert.equal(started.delivery, 'wake');
      says(text, `${started.session_id} exited (exit code 3)`);
      assert.deepEqual(heard, [], 'said once');
    },
  ),
  row(
    '`delivery` in every result, errors included',
    (agent) => agent.terminal({}),
    ({ delivery }) => assert.equal(delivery, 'next_call'),
  ),
  row(
    'A wait that timed out says whether a notification will come: `timeout_note` says which way it comes',
    async (agent, scene) => {
      const task = scene.newTaskAgent();
      const opencode = scene.agentOf(await scene.connect({ name: 'opencode', cwd: '/tmp' }));
      const ids = [
        (await task.startTask(ringing)).id,
        (await agent.terminal(ringing)).session_id,
        (await opencode.terminal(ringing)).session_id,
      ];
      const given = (at: number) => ({ action: 'wait', session_id: ids[at], timeout: 1 });
      return Promise.all([
        task.call('process', given(0)),
        agent.call('process', given(1)),
        opencode.call('process', given(2)),
      ]);
    },
    ([task, ride, none]) => {
      says(task?.timeout_note, 'Its end will be reported', 'end your turn');
      says(ride?.timeout_note, 'Its end will be reported', 'next tool call');
      says(none?.timeout_note, 'No notification of its end will come');
    },
  ),
];

checkRows('`delivery` is always the truth for this session', rows);
