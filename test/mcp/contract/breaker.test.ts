import assert from 'node:assert/strict';
import { until } from '../../cli/cli-home.ts';
import type { Agent } from './agent.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

/** Spaced so widely that a process that was counted as told says nothing more for the rest of the test. */
const config = {
  spacingMs: 600_000,
  sessionMatches: 3,
  allMatches: 12,
  breakerWindowMs: 2_500,
  silenceMs: 1_500,
};
const watch_patterns = ['hit'];

type Told = Readonly<Record<string, unknown>>;
const told = async (agent: Agent, scene: Scene) =>
  (await scene.told(agent.session ?? '')).map(({ event }) => event as unknown as Told);
const count = async (agent: Agent, scene: Scene, type: string) =>
  (await told(agent, scene)).filter((event) => event.type === type).length;

/** So many processes of a session, each with one match. */
async function flood(agent: Agent, times: number): Promise<string[]> {
  const starting = Array.from({ length: times }, (_, at) =>
    agent.start(`echo hit ${at}; exec cat`, { stdin: true, watch_patterns }),
  );
  return (await Promise.all(starting)).map(({ session_id }) => session_id);
}

const released = (agent: Agent, scene: Scene) =>
  until(async () => (await count(agent, scene, 'watch_overflow_released')) > 0, 'the end of the silence');

const rows: readonly Row[] = [
  row(
    'Breaker. More than 15 match notifications of one session in 10 s: one `watch_overflow_tripped`, then silence with drops counted, then one `watch_overflow_released` with the count and each process’s first dropped line, by itself',
    async (agent, scene) => {
      await flood(agent, 6);
      await released(agent, scene);
      const all = await told(agent, scene);
      for (let call = 0; call < 2; call += 1) await agent.listen();
      return all;
    },
    (all, agent) => {
      const types = all.map(({ type }) => type);
      assert.deepEqual(types, [
        ...Array(3).fill('watch_match'),
        'watch_overflow_tripped',
        'watch_overflow_released',
      ]);
      const end = all.at(-1) as { suppressed: number; processes: { first_line: string }[] };
      assert.equal(end.suppressed, 3);
      assert.equal(end.processes.length, 3);
      for (const { first_line } of end.processes) assert.match(first_line, /^hit \d$/);
      says(
        agent.heard.join('\n'),
        'match their watch patterns too often',
        'report watch matches again',
        '3 matches',
      );
    },
  ),
  row(
    'One session’s flood never silences another’s',
    async (agent, scene) => {
      const other = scene.newAgent();
      await flood(agent, 5);
      await until(async () => (await count(agent, scene, 'watch_overflow_tripped')) > 0, 'an overflow');
      await flood(other, 1);
      await until(async () => (await told(other, scene)).length > 0, 'the match of another');
      return told(other, scene);
    },
    (others) =>
      assert.deepEqual(
        others.map(({ type }) => type),
        ['watch_match'],
      ),
  ),
  row(
    'Trap 9: a match the breaker drops spends nothing of its process’s own state',
    async (agent, scene) => {
      const ids = await flood(agent, 4);
      await until(async () => (await count(agent, scene, 'watch_overflow_tripped')) > 0, 'an overflow');
      const matched = new Set((await told(agent, scene)).map((event) => event.session_id));
      const dropped = ids.find((id) => !matched.has(id)) ?? '';
      const waits = await scene.person.notifications.isWaiting(dropped);
      await released(agent, scene);
      await until(async () => {
        await scene.person.submit(dropped, 'hit again');
        return (await told(agent, scene)).some(
          ({ type, session_id }) => type === 'watch_match' && session_id === dropped,
        );
      }, 'its next match');
      return { waits };
    },
    ({ waits }) => assert.equal(waits, true, 'nobody was told, so nobody stops waiting'),
  ),
  row(
    '(or 60 of all sessions): one `watch_overflow_tripped` (to each session at its first drop)',
    async (_, scene) => {
      const agents = Array.from({ length: 6 }, () => scene.newAgent());
      const tripped = async () => {
        const counts = await Promise.all(agents.map((one) => count(one, scene, 'watch_overflow_tripped')));
        return counts.some((one) => one > 0);
      };
      await until(async () => {
        await Promise.all(agents.map((one) => flood(one, 3)));
        return tripped();
      }, 'an overflow of all');
      const events = (await Promise.all(agents.map((one) => told(one, scene)))).flat();
      return events.filter(({ type }) => type === 'watch_overflow_tripped');
    },
    (tripped) => {
      assert.ok(
        tripped.some(({ scope }) => scope === 'all'),
        JSON.stringify(tripped),
      );
      const sessions = tripped.map(({ session_key, scope }) => `${session_key} ${scope}`);
      assert.equal(new Set(sessions).size, sessions.length, 'each session once');
    },
  ),
];

checkRows('Watch matches: the breaker', rows, { config, oneByOne: true });
