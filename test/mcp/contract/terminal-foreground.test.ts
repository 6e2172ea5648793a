import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../../../src/base/config.ts';
import { until } from '../../cli/cli-home.ts';
import type { Agent } from './agent.ts';
import { ownFolder } from './own-folder.ts';
import { namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const folder = ownFolder();
const hinted = (hint: RegExp | undefined, commands: readonly string[]): Row[] =>
  commands.map((command) =>
    row(
      `A foreground \`command\` that ${hint ? 'is plainly a long-lived server, or that backgrounds itself, gets a `hint`' : 'is neither gets none'}: ${command}`,
      (agent) => agent.terminal({ command: `${command}\ntrue` }),
      (result) => {
        assert.equal(result.exit_code, 0, 'hints never block');
        if (hint) says(result.hint, hint, 'background: true');
        else assert.equal(result.hint, undefined);
      },
    ),
  );

/** A call that is left while its command runs, which ends only afterwards. */
async function leave(
  agent: Agent,
  scene: Scene,
  how: (call: Promise<unknown>, abort: AbortController) => Promise<void>,
  options: { readonly timeout?: number } = {},
) {
  const abort = new AbortController();
  const place = mkdtempSync(join(folder, 'left-'));
  const command = `touch ${place}/begun; until [ -e ${place}/end ]; do sleep 0.05; done; echo done`;
  const call = agent.terminal({ command }, { signal: abort.signal, ...options });
  await until(() => existsSync(`${place}/begun`), 'its start');
  await how(call, abort);
  const find = async () => (await scene.person.list({ session_key: agent.session ?? '' })).processes[0];
  await until(async () => (await find())?.status === 'running', 'it to be in the background');
  writeFileSync(`${place}/end`, '');
  const id = (await find())?.session_id ?? '';
  await scene.ended(id);
  return id;
}

const fails = async (call: Promise<unknown>) => void (await assert.rejects(call));

const rows: readonly Row[] = [
  row(
    'Foreground returns `{output, exit_code, error}`',
    (agent) => agent.terminal({ command: 'echo out; echo err >&2; exit 3' }),
    (result) => {
      assert.deepEqual(namesOf(result), ['error', 'exit_code', 'output']);
      assert.deepEqual([result.output, result.exit_code, result.error], ['out\nerr\n', 3, null]);
    },
  ),
  row(
    'plus `cwd` when it changed',
    async (agent) => [
      await agent.terminal({ command: `cd ${folder}` }),
      await agent.terminal({ command: `cd / && cd ${folder}` }),
    ],
    ([moved, stayed]) => {
      assert.equal(moved?.cwd, folder);
      assert.ok(!('cwd' in (stayed ?? {})));
    },
  ),
  row(
    'and `timed_out`, `truncated` where true',
    (agent) => agent.terminal({ command: 'true' }),
    (result) => assert.ok(!('timed_out' in result) && !('truncated' in result)),
  ),
  row(
    'Output over 30,000 characters: exactly so many are shown whole',
    (agent) => agent.terminal({ command: 'head -c 30000 /dev/zero | tr "\\0" x' }),
    (result) => {
      assert.equal(defaultConfig.outputCharacters, 30_000);
      assert.equal(result.output, 'x'.repeat(30_000));
      assert.equal(result.truncated, undefined);
    },
  ),
  row(
    'keeps 40 % head and 60 % tail and says how many characters are missing and how to read them',
    (agent) => agent.terminal({ command: 'printf "%05d" $(seq 0 19999)' }),
    async (result, agent) => {
      const all = Array.from({ length: 20_000 }, (_, number) => String(number).padStart(5, '0')).join('');
      assert.equal(result.truncated, true);
      const [head = '', line = '', tail = ''] = result.output.split('\n');
      assert.equal(head, all.slice(0, 12_000));
      assert.equal(tail, all.slice(-18_000));
      says(line, `[${100_000 - 30_000} characters`, `session_id="${result.session_id}"`, 'offset=0');
      const log = await agent.process('log', { session_id: result.session_id, offset: 0 });
      assert.equal(log.output, all, 'as it says');
    },
  ),
  row(
    'The count is exact where lines, colours and wide characters are cut',
    (agent) =>
      agent.terminal({
        command: 'for i in $(seq 1000 5999); do printf "\\033[31mé😀 %s\\033[0m\\n" $i; done',
      }),
    async (result) => {
      // é, two halves of an emoji, a blank, four digits, a newline.
      const total = 5_000 * 9;
      const [, head = '', missing = '', tail = ''] =
        /^([\s\S]*?)\[(\d+) characters of output are left out[^\n]*\n([\s\S]*)$/.exec(result.output) ?? [];
      assert.equal(head.length + Number(missing) + tail.length, total);
      assert.ok(head.length > 11_900 && head.length <= 12_000, `${head.length}`);
      assert.ok(tail.length > 17_900 && tail.length <= 18_000, `${tail.length}`);
      assert.match(head, /^é😀 1000\n[\s\S]*\n$/);
      assert.match(tail, /^é😀 \d{4}\n[\s\S]*é😀 5999\n$/);
    },
  ),
  row(
    'On timeout nothing is killed: the result begins `STILL RUNNING`, carries its `session_id`, says how to follow it',
    (agent) => agent.terminal({ command: 'echo before; read x < /dev/null; sleep 1000', timeout: 1 }),
    async (result, agent) => {
      says(
        result.output,
        /^STILL RUNNING/,
        `session_id="${result.session_id}"`,
        'action="log"',
        'before',
        'not an error',
      );
      const { status, exit_code, error, timed_out, notify_on_complete } = result;
      assert.deepEqual([status, exit_code, error, timed_out], ['running', null, null, true]);
      assert.equal(notify_on_complete, true);
      const { status: now } = await agent.process('poll', { session_id: result.session_id });
      assert.equal(now, 'running');
    },
  ),
  row(
    'and the agent is notified when it ends',
    async (agent, scene) => {
      const { session_id } = await agent.terminal({ command: 'read line; exit 5', stdin: true, timeout: 1 });
      await scene.person.submit(session_id, '');
      await scene.ended(session_id);
      return { session_id, heard: await agent.listen() };
    },
    ({ session_id, heard }) => {
      assert.equal(heard.length, 1);
      says(heard[0], `${session_id} exited (exit code 5)`);
    },
  ),
  row(
    'A command that ended inside its call is not told again, nor listed',
    async (agent) => {
      await agent.terminal({ command: 'exit 1' });
      return agent.process('list');
    },
    ({ processes }, agent) => {
      assert.deepEqual(processes, []);
      assert.deepEqual(agent.heard, []);
    },
  ),
  ...hinted(/background/, [
    'nohup true >/dev/null 2>&1',
    'sleep 0.01 &',
    'setsid true',
    '(sleep 0.01 & )',
    'false && npm run dev',
    'false && python3 -m http.server 8000',
    'false && tail -f /dev/null',
  ]),
  ...hinted(undefined, [
    'true && true',
    'echo a 2>&1',
    'echo "a & b"',
    'true || npm run build',
    'true # npm start',
  ]),
  row(
    'A call that is cancelled kills nothing: the command goes on in the background and rings',
    (agent, scene) =>
      leave(agent, scene, async (call, abort) => {
        abort.abort();
        await fails(call);
      }),
    async (id, agent) => {
      const heard = await agent.listen();
      assert.equal(heard.length, 1);
      says(heard[0], `${id} completed normally`, '| done');
    },
  ),
  row(
    'A call that times out at the client kills nothing: the command goes on in the background and rings',
    (agent, scene) => leave(agent, scene, fails, { timeout: 1_500 }),
    async (id, agent) => {
      const heard = await agent.listen();
      assert.equal(heard.length, 1);
      says(heard[0], `${id} completed normally`, '| done');
    },
  ),
  row(
    'A call that loses its connection kills nothing: the command goes on in the background and rings',
    async (agent, scene) => {
      const lost = scene.newAgent(await scene.connect());
      const id = await leave(lost, scene, async (call) => {
        const outcome = fails(call);
        await lost.client.close();
        await outcome;
      });
      return { id, later: agent.as(lost.session) };
    },
    async ({ id, later }) => {
      const heard = await later.listen();
      assert.equal(heard.length, 1);
      says(heard[0], `${id} completed normally`);
    },
  ),
];

checkRows('The `terminal` tool: in the foreground', rows);
