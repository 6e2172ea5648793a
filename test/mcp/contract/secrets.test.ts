import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent } from './agent.ts';
import { ownFolder } from './own-folder.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const folder = ownFolder();

/** No real one: made up for every row. */
const makeToken = () => `ghp_${randomBytes(18).toString('hex')}`;

/** No piece of it from which anything could be learnt. */
function hides(text: string, token: string): void {
  for (let at = 4; at + 8 <= token.length; at += 1) {
    const piece = token.slice(at, at + 8);
    assert.ok(!text.includes(piece), `${piece} of the secret is in ${text.slice(0, 300)}`);
  }
}

let files = 0;

/** A command in which the secret does not stand. */
function reading(token: string): string {
  files += 1;
  const file = join(folder, String(files));
  writeFileSync(file, token);
  return `$(cat ${file})`;
}

/** Prints `before` characters, a secret and `after` characters in one line: a cut has to go through it. */
function printing(token: string, before: number, after: number): string {
  const digits = (count: number, letter: string) => `printf "%0${count}d" 0 | tr 0 ${letter}`;
  return `${digits(before, 'a')}; echo -n " ${reading(token)} "; ${digits(after, 'b')}`;
}

type Look = (agent: Agent, id: string, scene: Scene) => Promise<unknown>;

/** Where a cut falls, and what shows the output. */
const cuts: readonly (readonly [string, number, Look])[] = [
  ['`list` (last 200 characters)', 200, (agent) => agent.process('list')],
  ['`poll` (last 1,000 characters)', 1_000, (agent, session_id) => agent.process('poll', { session_id })],
  ['`wait` (last 2,000 characters)', 2_000, (agent, session_id) => agent.process('wait', { session_id })],
  ['a completion (the last 2,000 characters)', 2_000, (agent) => agent.listen()],
  ['`kill`', 1_000, (agent, session_id) => agent.process('kill', { session_id })],
];

const straddling = ([name, limit, look]: (typeof cuts)[number]): Row =>
  row(
    `Trap 8: output is cut first and redacted afterwards: half a secret gets out: ${name}`,
    async (agent, scene) => {
      const seen: { token: string; text: string }[] = [];
      // The cut goes through the secret at a different place each time.
      for (const into of [4, 10, 20, 30, 40]) {
        const token = makeToken();
        const command = printing(token, 300, limit - into);
        const own = agent.as(`${agent.session}-${into}`);
        const { session_id } = await own.start(command, { notify_on_complete: true });
        await scene.ended(session_id);
        seen.push({ token, text: JSON.stringify([await look(own, session_id, scene), own.heard]) });
      }
      return seen;
    },
    (seen) => {
      for (const { token, text } of seen) hides(text, token);
      assert.ok(
        seen.some(({ text }) => text.includes('bbbb')),
        'the output is there',
      );
    },
  );

const rows: readonly Row[] = [
  ...cuts.map(straddling),
  ...[12_000, 29_990 - 18_000].map((head) =>
    row(
      `Trap 8: in a foreground result, at the edges of head and tail: ${head}`,
      async (agent) => {
        const seen: { token: string; result: { output: string } }[] = [];
        for (const into of [5, 20, 35]) {
          const [first, second] = [makeToken(), makeToken()];
          const command = `${printing(first, head - into, 20_000)}; ${printing(second, 1, 18_000 - into)}`;
          const result = await agent.terminal({ command });
          seen.push({ token: first, result }, { token: second, result });
        }
        return seen;
      },
      (seen) => {
        for (const { token, result } of seen) {
          says(result.output, 'characters of output are left out');
          hides(result.output, token);
        }
      },
    ),
  ),
  row(
    'Output with secrets redacted, the command too',
    async (agent, scene) => {
      const token = makeToken();
      const { session_id } = await agent.start(`echo "using ${token}"`, { notify_on_complete: true });
      await scene.ended(session_id);
      const results = [
        await agent.process('list'),
        await agent.process('poll', { session_id }),
        await agent.process('log', { session_id }),
        await agent.process('wait', { session_id }),
        await agent.process('kill', { session_id }),
        await agent.terminal({ command: `echo ${token}` }),
      ];
      return { token, session_id, results };
    },
    async ({ token, session_id, results }, agent, scene) => {
      hides(JSON.stringify([results, agent.heard]), token);
      says(JSON.stringify(results[2]?.output), 'using [REDACTED:');
      says(JSON.stringify(results[2]?.command), '[REDACTED:');
      const raw: Buffer[] = [];
      for await (const event of scene.person.read(session_id, { raw: true }))
        if ('bytes' in event) raw.push(event.bytes);
      assert.ok(Buffer.concat(raw).includes(token), 'the raw bytes stay in the log for people and terminals');
    },
  ),
  row(
    'in the name of a folder, wherever it is told',
    async (agent, scene) => {
      const token = makeToken();
      const name = reading(token);
      const entered = await agent.terminal({ command: `cd ${folder} && mkdir ${name} && cd ${name}` });
      const { session_id } = await agent.start('echo READY', { watch_patterns: ['READY'] });
      const other = await agent.start('true', { notify_on_complete: true });
      await Promise.all([scene.ended(session_id), scene.ended(other.session_id)]);
      const results = [
        entered,
        await agent.process('list'),
        await agent.terminal({ command: `rmdir ../${name}` }),
        await agent.terminal({ command: 'true' }),
        await agent.terminal({ command: 'true', workdir: `${folder}/${token}` }),
      ];
      await agent.listen();
      return { token, results, told: await scene.told(agent.session ?? '') };
    },
    ({ token, results, told }, agent) => {
      says(String(results[0]?.cwd), '[REDACTED:');
      says(String(results[3]?.note), '[REDACTED:');
      hides(JSON.stringify([results, told, agent.heard]), token);
    },
  ),
  row(
    'in a match and in the line that `until` waited for',
    async (agent, scene) => {
      const token = makeToken();
      const { session_id } = await agent.start(`echo "READY ${reading(token)}"`, {
        watch_patterns: ['READY'],
      });
      const waited = await agent.process('wait', { session_id, until: 'READY' });
      await scene.ended(session_id);
      await agent.listen();
      return { token, waited, told: await scene.told(agent.session ?? '') };
    },
    ({ token, waited, told }, agent) => {
      assert.equal(waited.status, 'matched');
      hides(JSON.stringify([waited, told, agent.heard]), token);
      says(JSON.stringify(waited.line), 'READY [REDACTED:');
    },
  ),
];

checkRows('Secrets are redacted', rows);
