/** "Traps that other systems fell into": those that no other table has. 9, 11: watches; 14: after a restart. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, until } from '../../cli/cli-home.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const ringing = { notify_on_complete: true };

/** Takes so many numbers for files in the daemon that the next ones are above 1,023. */
async function crowd(scene: Scene): Promise<{ highest: () => Promise<number>; leave: () => void }> {
  const sockets: Socket[] = [];
  for (let one = 0; one < 1_100; one += 1) {
    const socket = createConnection(join(scene.home.folder, 'daemon.sock'));
    await once(socket, 'connect');
    sockets.push(socket);
    // Once it has answered, all before have come in: the queue at its door is short.
    if (one % 100 === 0) await scene.person.health();
  }
  const highest = async () => {
    const { pid } = await scene.person.health();
    return Math.max(...readdirSync(`/proc/${pid}/fd`).map(Number));
  };
  return { highest, leave: () => sockets.forEach((socket) => void socket.destroy()) };
}

const heardPattern = (how: string, command: string): Row =>
  row(
    `3. A pattern ${how} is missed`,
    async (agent, scene) => {
      const { session_id } = await agent.start(command, { watch_patterns: ['READY'] });
      await scene.ended(session_id);
      return agent.listen();
    },
    (heard) => {
      assert.equal(heard.length, 1);
      says(heard[0], 'READY');
    },
  );

const rows: readonly Row[] = [
  row(
    '1. A command that ends at once: its completion is lost, or it stays "running" for ever',
    async (agent, scene) => {
      for (let one = 0; one < 10; one += 1) {
        const { session_id } = await agent.start('exit 3', ringing);
        await scene.ended(session_id);
      }
      await agent.listen();
      return (await agent.process('list')).processes as { status: string; exit_code: number }[];
    },
    (listed, agent) => {
      assert.equal(agent.heard.length, 10);
      assert.deepEqual(
        new Set(listed.map(({ status, exit_code }) => `${status} ${exit_code}`)),
        new Set(['exited 3']),
      );
    },
  ),
  row(
    '2. 10 starts at the same time lose half of the completions',
    async (agent, scene) => {
      const starts = Array.from({ length: 10 }, (_, at) => agent.start(`exit ${at}`, ringing));
      const ids = (await Promise.all(starts)).map(({ session_id }) => session_id);
      for (const id of ids) await scene.ended(id);
      for (let call = 0; call < 2; call += 1) await agent.listen();
      return ids;
    },
    (ids, agent) => {
      assert.equal(agent.heard.length, 10, 'each once');
      for (const id of ids)
        assert.equal(agent.heard.filter((text) => text.includes(id)).length > 0, true, id);
    },
  ),
  heardPattern('across a read boundary', 'printf REA; sleep 0.4; printf "DY\\n"'),
  heardPattern('across a block of 64 KiB', 'head -c 65533 /dev/zero | tr "\\0" x; echo READY'),
  heardPattern('with a colour code in it', 'printf "RE\\033[1;31mA\\033[0mDY\\n"'),
  heardPattern('cut in its colour code', 'printf "RE\\033[1;3"; sleep 0.4; printf "1mADY\\n"'),
  row(
    '4. The child closes its stdout and goes on: taken for ended, then cannot be killed',
    async (agent) => {
      const { session_id, pid } = await agent.start('echo last; exec >&- 2>&- <&-; sleep 1000');
      await agent.process('wait', { session_id, until: 'last' });
      await sleep(300);
      const polled = await agent.process('poll', { session_id });
      return { pid, polled, killed: await agent.process('kill', { session_id }) };
    },
    ({ pid, polled, killed }) => {
      assert.equal(polled.status, 'running');
      assert.deepEqual([killed.status, killed.exit_code], ['killed', 143]);
      assert.ok(!isAlive(Number(pid)));
    },
  ),
  row(
    '5. File descriptor numbers above 1,023 break the reader: all output lost',
    async (agent, scene) => {
      const { highest, leave } = await crowd(scene);
      try {
        const started = await agent.start('cat; echo end', { stdin: true, watch_patterns: ['typed'] });
        const { session_id } = started;
        await agent.process('submit', { session_id, data: 'typed' });
        await agent.process('close', { session_id });
        const number = await highest();
        const end = await agent.process('wait', { session_id });
        const foreground = await agent.terminal({ command: 'seq 1 3' });
        return { number, end, foreground };
      } finally {
        leave();
      }
    },
    ({ number, end, foreground }) => {
      assert.ok(number > 1_023, `${number}`);
      assert.deepEqual([end.output, end.exit_code], ['typed\nend\n', 0]);
      assert.equal(foreground.output, '1\n2\n3\n');
    },
  ),
  row(
    '6. Kill reports −15 although the command caught the signal and ended with 0',
    async (agent) => {
      const { session_id } = await agent.start('trap "exit 0" TERM; echo :; while :; do sleep 0.05; done');
      await agent.process('wait', { session_id, until: ':' });
      return agent.process('kill', { session_id });
    },
    ({ exit_code, signal, completion_reason }) =>
      assert.deepEqual([exit_code, signal, completion_reason], [0, null, 'killed']),
  ),
  row(
    '6. reports "killed" although only the wrapper died',
    async (agent) => {
      const { session_id } = await agent.start(
        'sh -c "trap : TERM; sleep 1000 & echo \\$!; wait; wait"; true',
      );
      const { line } = await agent.process('wait', { session_id, until: '/\\d+/' });
      return { pid: Number(line), killed: await agent.process('kill', { session_id }) };
    },
    ({ pid, killed }) => {
      assert.ok(pid > 0 && !isAlive(pid));
      assert.equal(killed.survivors, undefined);
    },
  ),
  row(
    '7. `wait` by a shortened id marks the short id as consumed: the notification comes twice',
    async (agent) => {
      const { session_id } = await agent.start('sleep 0.2', ringing);
      await agent.process('wait', { session_id: session_id.slice(5, 9) });
      await agent.listen();
      return agent.listen();
    },
    (_, agent) => assert.deepEqual(agent.heard, []),
  ),
  row(
    '10. A match is noticed only when the agent happens to take its next turn',
    async (agent, scene) => {
      const { session_id } = await agent.start('cat', { stdin: true, watch_patterns: ['READY'] });
      const end = new AbortController();
      const turns = scene.person.notifications.subscribe(agent.session ?? '', { signal: end.signal });
      const turn = turns.next();
      await scene.person.submit(session_id, 'READY');
      const { value } = await turn;
      end.abort();
      await turns.return();
      return value?.text;
    },
    (text) => says(text, '| READY'),
  ),
  row(
    '12. `log` offsets count in a rolling window: the same offset means something else a second later',
    async (agent, scene) => {
      const command = 'seq -f "line %g" 0 999; cat; seq -f "line %g" 1000 60000';
      const { session_id } = await agent.start(command, { stdin: true });
      await agent.process('wait', { session_id, until: 'line 999' });
      const read = (offset: number) => agent.process('log', { session_id, offset, limit: 1 });
      const before = [await read(10), await read(900)];
      await agent.process('close', { session_id });
      await scene.ended(session_id);
      return { before, after: [await read(10), await read(900), await read(59_999)] };
    },
    ({ before, after: [head, middle, tail] }) => {
      assert.deepEqual([before[0]?.output, before[1]?.output], ['line 10\n', 'line 900\n']);
      assert.equal(head?.output, 'line 10\n', 'the head stays');
      assert.ok(
        middle?.output === 'line 900\n' || middle?.gaps !== undefined,
        'the same line, or that it is gone',
      );
      assert.equal(tail?.output, 'line 59999\n');
    },
  ),
  row(
    '13. Uptime goes on growing after the end',
    async (agent, scene) => {
      const { session_id } = await agent.start('sleep 0.2');
      await scene.ended(session_id);
      const uptime = async () => (await agent.process('poll', { session_id })).uptime_seconds;
      const first = await uptime();
      await sleep(1_100);
      return [first, await uptime()];
    },
    ([first, later]) => assert.equal(first, later),
  ),
  row(
    '13. Retention counts from the start, so what ran for an hour vanishes as it ends',
    async (agent, scene) => {
      const { session_id } = await agent.start('sleep 3.2; exit 3');
      await scene.ended(session_id);
      const polled = await agent.process('poll', { session_id });
      await until(
        async () => (await agent.process('poll', { session_id })).status === 'not_found',
        'that it is forgotten in the end',
      );
      return polled;
    },
    ({ exit_code }) => assert.equal(exit_code, 3),
  ),
  row(
    '15. the last output before the end is lost',
    async (agent) => {
      const outputs = [];
      for (let one = 0; one < 5; one += 1) {
        const { session_id } = await agent.start('seq 1 20000; printf last');
        const { output } = await agent.process('wait', { session_id });
        const { total_lines } = await agent.process('log', { session_id, limit: 1 });
        outputs.push([output.slice(-10), total_lines]);
      }
      return outputs;
    },
    (outputs) => {
      for (const one of outputs) assert.deepEqual(one, ['20000\nlast', 20_001]);
    },
  ),
  row(
    '15. the whole log is fetched again every two seconds: with `cursor` only what is new',
    async (agent) => {
      const { session_id } = await agent.start('seq 1 1000; cat', { stdin: true });
      await agent.process('wait', { session_id, until: '/^1000$/' });
      const all = await agent.process('log', { session_id, offset: 0, limit: 5_000 });
      await agent.process('submit', { session_id, data: 'new' });
      await agent.process('wait', { session_id, until: 'new' });
      return [all, await agent.process('log', { session_id, cursor: all.cursor })];
    },
    ([all, news]) => {
      assert.equal(all?.output.split('\n').length, 1_001);
      assert.equal(news?.output, 'new\n');
    },
  ),
  row(
    '16. A wait that timed out reads like a failure, and the model waits 500 times',
    async (agent) => {
      const { session_id } = await agent.start('sleep 1000', ringing);
      return agent.process('wait', { session_id, timeout: 1 });
    },
    (result) => {
      assert.equal(result.error, undefined);
      assert.equal(result.status, 'timeout');
      says(result.timeout_note, 'not an error', 'Its end will be reported', 'Go on with something else');
    },
  ),
];

checkRows('Traps that other systems fell into', rows, {
  config: { logLimitBytes: 256 * 1024, logHeadBytes: 8 * 1024, retentionMs: 3_000, endedProtectionMs: 0 },
});

/** One after the other: any request of the client counts, also that of another row. */
const riding = [
  row(
    '17. A notification that rides on a tool result is put where the client drops it, and counts as delivered: it counts with the next request',
    async (agent, scene) => {
      const states = async () => (await scene.told(agent.session ?? '')).map(({ state }) => state);
      const { session_id } = await agent.start('exit 1', ringing);
      await scene.ended(session_id);
      const before = await states();
      // Both in the text and in the object, which is checked of every result.
      const heard = await agent.listen();
      const carried = await states();
      await agent.client.listTools();
      return { before, heard, carried, after: await states() };
    },
    ({ before, heard, carried, after }) => {
      assert.equal(heard.length, 1);
      assert.deepEqual([before, carried, after], [['pending'], ['sent'], ['delivered']]);
    },
  ),
  row(
    '17. nor does it count when the call that would have carried it was cancelled',
    async (agent, scene) => {
      const quick = await agent.start('read x; exit 1', { stdin: true, ...ringing });
      const abort = new AbortController();
      const call = agent.terminal({ command: 'sleep 1' }, { signal: abort.signal });
      const outcome = assert.rejects(call);
      await scene.person.submit(quick.session_id, '');
      await scene.ended(quick.session_id);
      abort.abort();
      await outcome;
      return { id: quick.session_id, heard: await agent.listen() };
    },
    ({ id, heard }) => assert.equal(heard.filter((text) => text.includes(id)).length, 1),
  ),
];

checkRows('Traps of what rides on results', riding, { oneByOne: true });
