import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultConfig } from '../../../src/base/config.ts';
import { until } from '../../cli/cli-home.ts';
import type { Agent } from './agent.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const spacingMs = 2_000;
const watch_patterns = ['hit'];

type Told = Readonly<Record<string, unknown>>;
const events = async (agent: Agent, scene: Scene): Promise<Told[]> =>
  (await scene.told(agent.session ?? '')).map(({ event }) => event as unknown as Told);
const types = (told: readonly Told[]) => told.map(({ type }) => type);

/** Prints what is typed; the agent itself makes no call, on which something could ride. */
async function parrot(agent: Agent, scene: Scene) {
  const { session_id } = await agent.start('cat', { stdin: true, watch_patterns });
  const say = (line: string) => scene.person.submit(session_id, line);
  const isTold = (count: number) =>
    until(async () => (await events(agent, scene)).length >= count, `${count} notifications`);
  return { session_id, say, isTold };
}

/** `windows` of how many hits each: the first opens it, the others come inside. */
const burst = (...windows: readonly number[]) =>
  windows
    .map((hits) => `${Array(hits).fill('echo hit').join('; sleep 0.3; ')}; sleep ${(spacingMs + 300) / 1000}`)
    .join('; ');

const rows: readonly Row[] = [
  row(
    'The figures: 15 s, three strikes, 15 (60) in 10 s, 30 s, 20 lines, 2,000 characters',
    async () => defaultConfig,
    (figures) =>
      assert.deepEqual(
        [
          figures.spacingMs,
          figures.strikes,
          figures.sessionMatches,
          figures.allMatches,
          figures.breakerWindowMs,
        ],
        [15_000, 3, 15, 60, 10_000],
      ) ??
      assert.deepEqual([figures.silenceMs, figures.matchLines, figures.matchCharacters], [30_000, 20, 2_000]),
  ),
  row(
    'A notification (`type: "watch_match"`, `pattern`, `output`, `suppressed`, `session_id`, `session_key`, `command`, log offset)',
    async (agent, scene) => {
      const command = 'echo first; echo a hit; exec sleep 1000';
      const { session_id } = await agent.start(command, { watch_patterns: ['nothing', 'hit', 'a'] });
      await until(async () => (await events(agent, scene)).length > 0, 'a match');
      return { command, session_id, told: await events(agent, scene) };
    },
    ({ command, session_id, told: [event = {}] }, agent) => {
      const { type, pattern, output, suppressed, session_key, offset } = event;
      assert.deepEqual(
        [
          type,
          pattern,
          String(output).trimEnd(),
          suppressed,
          event.session_id,
          session_key,
          event.command,
          offset,
        ],
        ['watch_match', 'hit', 'a hit', 0, session_id, agent.session, command, 6],
        'the first matching pattern of a line counts',
      );
    },
  ),
  row(
    'carries up to 20 matching lines',
    async (agent, scene) => {
      await agent.start('seq -f "hit %g" 1 50; exec sleep 1000', { watch_patterns });
      await until(async () => (await events(agent, scene)).length > 0, 'a match');
      return events(agent, scene);
    },
    (told) => {
      assert.equal(told.length, 1, 'matching lines found in one scan step are one match');
      assert.equal(String(told[0]?.output).trimEnd().split('\n').length, 20);
      assert.equal(told[0]?.matched_lines, 50);
    },
  ),
  row(
    'and 2,000 characters',
    async (agent, scene) => {
      await agent.start('for i in 1 2 3 4 5 6; do printf "hit %0600d\\n" $i; done; exec sleep 1000', {
        watch_patterns,
      });
      await until(async () => (await events(agent, scene)).length > 0, 'a match');
      return events(agent, scene);
    },
    ([event]) => assert.ok(String(event?.output).length <= 2_000),
  ),
  row(
    'Spacing. A match inside the window is dropped and counted',
    async (agent, scene) => {
      const { say, isTold } = await parrot(agent, scene);
      await say('hit 1');
      await isTold(1);
      await say('hit 2');
      await sleep(spacingMs + 100);
      await say('hit 3');
      await isTold(2);
      return events(agent, scene);
    },
    (told) => {
      assert.deepEqual(types(told), ['watch_match', 'watch_match']);
      assert.deepEqual(
        told.map(({ suppressed, output }) => [suppressed, String(output).trimEnd()]),
        [
          [0, 'hit 1'],
          [1, 'hit 3'],
        ],
      );
    },
  ),
  row(
    'Strikes. Three strike windows in a row: watching ends for this process for good, one `watch_disabled` notification says so, and `notify_on_complete` turns on; trap 11: its completion is delivered',
    async (agent, scene) => {
      const enough = join(scene.home.folder, 'enough');
      const command = `until [ -e ${enough} ]; do echo hit; sleep 0.2; done; exit 4`;
      const { session_id } = await agent.start(command, { watch_patterns });
      await until(
        async () => types(await events(agent, scene)).includes('watch_disabled'),
        'the third strike',
      );
      const polled = await agent.process('poll', { session_id });
      writeFileSync(enough, '');
      await scene.ended(session_id);
      await agent.listen();
      await agent.listen();
      return { polled, told: await events(agent, scene) };
    },
    ({ polled, told }, agent) => {
      // More than three when a busy machine looked only once in a window.
      assert.match(types(told).join(), /^(watch_match,){3,}watch_disabled,completion$/);
      assert.equal(told.at(-2)?.strikes, 3);
      assert.equal(polled.notify_on_complete, true);
      says(agent.heard.join('\n'), 'no longer watched', 'exited (exit code 4)');
    },
  ),
  row(
    'A window that passes without a drop sets the count back to zero',
    async (agent, scene) => {
      const { session_id } = await agent.start(`${burst(2, 2, 1, 2, 2)}; exit 0`, { watch_patterns });
      await scene.ended(session_id);
      return events(agent, scene);
    },
    (told) => assert.deepEqual(types(told), Array(5).fill('watch_match')),
  ),
  row(
    'After the end. None is delivered once its completion was consumed, even one that was already queued',
    async (agent, scene) => {
      const { session_id, say, isTold } = await parrot(agent, scene);
      await say('hit');
      await isTold(1);
      await scene.person.close(session_id);
      const waited = await agent.process('wait', { session_id });
      await agent.listen();
      return { waited, told: await scene.told(agent.session ?? '') };
    },
    ({ waited, told }, agent) => {
      assert.equal(waited.status, 'exited');
      assert.deepEqual(agent.heard, []);
      assert.deepEqual(
        told.map(({ type, state }) => [type, state]),
        [['watch_match', 'suppressed']],
      );
    },
  ),
  row(
    'Nothing printed after the exit’s final offset makes a match notification',
    async (agent, scene) => {
      const { session_id } = await agent.start('(sleep 0.5; echo hit late) & exit 0', { watch_patterns });
      await scene.ended(session_id);
      const log = () => agent.process('log', { session_id });
      await until(async () => (await log()).output.includes('hit late'), 'what is left to print');
      return { polled: await agent.process('poll', { session_id }), told: await events(agent, scene) };
    },
    ({ polled, told }) => {
      assert.equal(polled.watch_hit, undefined);
      // It ended before its first match, which is told.
      assert.deepEqual(
        told.map(({ type }) => type),
        ['completion'],
      );
    },
  ),
  row(
    'A session that waits for a process stops waiting when it ended, when a watch of its has matched, or when it is unknown',
    async (agent, scene) => {
      const { session_id, say, isTold } = await parrot(agent, scene);
      const { isWaiting } = scene.person.notifications;
      const ask = (id: string) => isWaiting.call(scene.person.notifications, id);
      const before = await ask(session_id);
      await say('hit');
      await isTold(1);
      const ended = await agent.start('true', { notify_on_complete: true });
      await scene.ended(ended.session_id);
      return [before, await ask(session_id), await ask(ended.session_id), await ask('proc_0123456789ab')];
    },
    (waits) => assert.deepEqual(waits, [true, false, false, false]),
  ),
];

checkRows('Watch matches', rows, { config: { spacingMs } });
