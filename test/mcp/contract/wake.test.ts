import assert from 'node:assert/strict';
import { until } from '../../engine/test-home.ts';
import type { Agent } from './agent.ts';
import { errorOf, namesOf, says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';

const wake = (agent: Agent, given: object) => agent.call('wake', given);

/** What rides on the agent's next results, until a wake-up does. */
async function heard(agent: Agent): Promise<readonly string[]> {
  const rings = () => agent.heard.filter((text) => text.includes('Wake-up'));
  await until(async () => {
    await agent.listen();
    return rings().length > 0;
  }, 'a ring');
  return rings();
}

const rows: readonly Row[] = [
  row(
    'It returns `wake_id`, `kind`, `state`, `due_at`',
    (agent) => wake(agent, { after: '10m', note: 'look' }),
    (result) => {
      assert.deepEqual(namesOf(result), [
        'created_at',
        'due_at',
        'hint',
        'kind',
        'note',
        'rings',
        'rung_at',
        'state',
        'wake_id',
      ]);
      assert.deepEqual([result.kind, result.state, result.delivery], ['after', 'pending', 'next_call']);
      says(result.wake_id, /^wake_[0-9a-f]{12}$/);
    },
  ),
  row(
    'One notification (`type: "wake_up"`) for each ring: the note, when it was set and due',
    async (agent) => {
      await wake(agent, { after: 0.1, note: 'look at the deploy' });
      return heard(agent);
    },
    (texts) => {
      assert.equal(texts.length, 1);
      says(
        texts[0],
        /^\[IMPORTANT: Wake-up wake_[0-9a-f]{12}: its time, .* has come\. Set /,
        '| look at the deploy',
      );
    },
  ),
  row(
    '`all` rings when all parts have happened',
    async (agent) => {
      const first = await agent.start('exit 3');
      const second = await agent.start('echo READY; exec sleep 1000', { watch_patterns: ['READY'] });
      const all = [first.session_id, `${second.session_id.slice(5, 12)}:matched`];
      await wake(agent, { all, note: 'both' });
      return heard(agent);
    },
    (texts) => {
      assert.equal(texts.length, 1);
      says(
        texts[0],
        'everything that it waits for has happened',
        /:ended: happened .*, exit code 3\./,
        '| READY',
      );
    },
  ),
  row(
    'As soon as that can no longer come about, it rings and says so',
    async (agent) => {
      const { session_id } = await agent.start('sleep 0.3; exit 1', { watch_patterns: ['READY'] });
      await wake(agent, { all: [`${session_id}:matched`, 'event:never'] });
      return heard(agent);
    },
    ([text]) =>
      says(
        text,
        'can no longer happen',
        'it ended without a match, exit code 1',
        'event:never: has not happened yet.',
      ),
  ),
  row(
    '`list`, `cancel` with `id`',
    async (agent) => {
      const { wake_id } = await wake(agent, { every: '0 9 * * 1-5', tz: 'Europe/Berlin' });
      const listed = await wake(agent, { action: 'list' });
      const cancelled = await wake(agent, { action: 'cancel', id: wake_id });
      return { wake_id, listed, cancelled, left: await wake(agent, { action: 'list' }) };
    },
    ({ wake_id, listed, cancelled, left }) => {
      const [one] = listed.wakeups as Record<string, unknown>[];
      assert.deepEqual([one?.wake_id, one?.every, one?.tz], [wake_id, '0 9 * * 1-5', 'Europe/Berlin']);
      assert.equal(cancelled.state, 'cancelled');
      assert.deepEqual(left.wakeups, []);
    },
  ),
  row(
    'and exactly one of `after`, `at`, `every`, `all` and `any`',
    (agent) => wake(agent, { after: '1m', at: '09:00' }),
    (result) => says(errorOf(result), 'More than one of after, at, every, all, any'),
  ),
  row(
    'At most 100 pending wake-ups per session',
    async (agent) => {
      for (let set = 0; set < 3; set += 1) await wake(agent, { after: '1h' });
      return wake(agent, { after: '1h' });
    },
    (result) => says(errorOf(result), 'This session has 3 wake-ups already'),
  ),
];

checkRows('Wake-ups', rows, { config: { sessionWakeUps: 3 } });
