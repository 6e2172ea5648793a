import assert from 'node:assert/strict';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

/** What an agent does about a process that rings when it ends. */
type Act = {
  readonly name: string;
  /** With `use`, a call of the tool `process`. */
  readonly act: (use: Use, id: string, scene: Scene) => Promise<unknown>;
  readonly inline: 'skipped' | 'delivered';
  readonly task: 'already reported' | 'answered';
};
type Use = (action: string, given?: object) => Promise<unknown>;

const finish = async (id: string, scene: Scene) => {
  await scene.person.submit(id, '');
  await scene.ended(id);
};

const acts: readonly Act[] = [
  {
    name: '`wait` that returned `exited`',
    act: async (use, id, scene) => {
      await finish(id, scene);
      await use('wait');
    },
    inline: 'skipped',
    task: 'already reported',
  },
  { name: '`kill` by this session', act: (use) => use('kill'), inline: 'skipped', task: 'already reported' },
  {
    name: '`log` that reached the last byte of an ended process',
    act: async (use, id, scene) => {
      await finish(id, scene);
      await use('log');
    },
    inline: 'skipped',
    task: 'already reported',
  },
  {
    name: '`log` that did not reach the last byte',
    act: async (use, id, scene) => {
      await finish(id, scene);
      await use('log', { offset: 0, limit: 1 });
    },
    inline: 'delivered',
    task: 'answered',
  },
  {
    name: '`log` of one that still ran',
    act: async (use, id, scene) => {
      await use('log');
      await finish(id, scene);
    },
    inline: 'delivered',
    task: 'answered',
  },
  {
    name: '`poll` that showed it ended',
    act: async (use, id, scene) => {
      await finish(id, scene);
      await use('poll');
    },
    inline: 'skipped',
    task: 'answered',
  },
  {
    name: '`poll` while it ran',
    act: async (use, id, scene) => {
      await use('poll');
      await finish(id, scene);
    },
    inline: 'delivered',
    task: 'answered',
  },
  {
    name: '`wait` that timed out',
    act: async (use, id, scene) => {
      await use('wait', { timeout: 1 });
      await finish(id, scene);
    },
    inline: 'delivered',
    task: 'answered',
  },
  {
    name: '`wait` that matched',
    act: async (use, id, scene) => {
      await use('wait', { until: 'begun' });
      await finish(id, scene);
    },
    inline: 'delivered',
    task: 'answered',
  },
  {
    name: 'kill all',
    act: async (_use, id, scene) => {
      const { session_key } = await scene.person.get(id);
      await scene.person.killAll({ session_key });
    },
    inline: 'delivered',
    task: 'answered',
  },
  { name: 'nothing', act: (_use, id, scene) => finish(id, scene), inline: 'delivered', task: 'answered' },
];

const command = 'echo begun; read x; echo over';
const ringing = { command, stdin: true, background: true, notify_on_complete: true };

const inline = ({ name, act, inline }: Act): Row =>
  row(
    `${name}: inline delivery (it rides on a tool result): ${inline}`,
    async (agent, scene) => {
      const { session_id } = await agent.terminal(ringing);
      await agent.process('wait', { session_id, until: 'begun' });
      // "All ids count in full, however they were written."
      const use: Use = (action, given) =>
        agent.process(action, { session_id: session_id.slice(5, 11), ...given });
      await act(use, session_id, scene);
      for (let call = 0; call < 2; call += 1) await agent.listen();
      return session_id;
    },
    async (_, agent, scene) => {
      const isTold = inline === 'delivered';
      assert.equal(agent.heard.length, isTold ? 1 : 0);
      const states = (await scene.told(agent.session ?? '')).map(({ state }) => state);
      assert.deepEqual(states, [isTold ? 'delivered' : 'consumed']);
    },
  );

const task = ({ name, act, task }: Act): Row =>
  row(
    `${name}: an MCP task: ${task}`,
    async (_, scene) => {
      const agent = scene.newTaskAgent();
      const { id } = await agent.startTask(ringing);
      await agent.call('process', { action: 'wait', session_id: id, until: 'begun' });
      const use: Use = (action, given) =>
        agent.call('process', { action, session_id: id.slice(5, 11), ...given });
      await act(use, id, scene);
      const answer = await agent.task(id);
      await agent.call('process', { action: 'list' });
      return { id, answer, heard: agent.heard };
    },
    ({ id, answer, heard }) => {
      assert.equal(answer.status, 'completed');
      const text = answer.result?.structuredContent.notification ?? '';
      if (task === 'answered') says(text, '[IMPORTANT: Background process', id, 'begun');
      else {
        says(text, id, 'already reported');
        assert.equal(text.split('\n').length, 1, 'one line');
      }
      assert.deepEqual(heard, [], 'a task is answered; nothing rides besides');
    },
  );

const rows: readonly Row[] = [
  ...acts.map(inline),
  ...acts.map(task),
  row(
    'A completion that a ringer delivered counts as consumed from then on',
    async (agent, scene) => {
      const { session_id } = await agent.terminal(ringing);
      await finish(session_id, scene);
      const turn = await scene.person.notifications.drain(agent.session ?? '');
      await turn?.acknowledge();
      return { text: turn?.text, heard: await agent.listen() };
    },
    ({ text, heard }) => {
      says(text, 'completed normally');
      assert.deepEqual(heard, []);
    },
  ),
  row(
    '`poll` that showed it ended: autonomous delivery: **delivered**: a status look must not cancel the wake-up',
    async (agent, scene) => {
      const { session_id } = await agent.terminal(ringing);
      const end = new AbortController();
      const turns = scene.person.notifications.subscribe(agent.session ?? '', { signal: end.signal });
      await finish(session_id, scene);
      await agent.process('poll', { session_id });
      const { value } = await turns.next();
      end.abort();
      await turns.return();
      return value?.text;
    },
    (text) => says(text, 'completed normally'),
  ),
  row(
    'It carries `type: "completion", session_id, session_key, command, exit_code, completion_reason, termination_source, output`, and when it started and ended',
    async (agent, scene) => {
      const started = await agent.start('printf %03000d 7; echo; echo last; exit 2', {
        notify_on_complete: true,
      });
      await scene.ended(started.session_id);
      return { started, told: await scene.told(agent.session ?? '') };
    },
    ({ started, told: [one] }, agent) => {
      const event = (one?.event ?? {}) as unknown as Record<string, unknown>;
      const { type, session_id, session_key, exit_code, completion_reason, termination_source, output } =
        event;
      assert.deepEqual(
        [type, session_id, session_key, exit_code, completion_reason, termination_source],
        ['completion', started.session_id, agent.session, 2, 'exited', ''],
      );
      assert.equal(output, 'last\n', 'the last 2,000 characters, cut at a line start when cut');
      assert.ok(Number(event.ended_at) >= Number(event.started_at) && Number(event.started_at) > 0);
      says(event.command, 'printf %03000d 7');
    },
  ),
  row(
    'Of several sessions of one connection each hears its own',
    async (agent, scene) => {
      const other = scene.newAgent();
      const started = [
        await agent.start('exit 1', { notify_on_complete: true }),
        await other.start('exit 2', { notify_on_complete: true }),
      ];
      for (const { session_id } of started) await scene.ended(session_id);
      return [await agent.listen(), await other.listen()];
    },
    ([mine, others]) => {
      assert.equal(mine?.length, 1);
      says(mine?.[0], 'exit code 1');
      assert.equal(others?.length, 1);
      says(others?.[0], 'exit code 2');
    },
  ),
];

checkRows('Completion notifications: who already knows is not told again', rows);
