/** Promise 14: what the agent has already seen it is not told again; what it has not seen, it is told. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Client } from '../../src/client/client.ts';
import { CliHome } from '../cli/cli-home.ts';
import { endIt, mark, startEnding, stateOf } from './ending-process.ts';

const home = new CliHome(after);
const client = home.client();
const short = (id: string) => id.slice('proc_'.length, -2);

/** Ends the process and does something about it as `session`. */
type Act = (client: Client, id: string, session: string) => Promise<unknown>;

const afterEnd =
  (act: Act): Act =>
  async (client, id, session) => {
    await endIt(client, id);
    await act(client, id, session);
  };

type Row = [name: string, act: Act, inline: string, autonomous: string];
const told = 'delivered';
const table: Row[] = [
  ['nothing', afterEnd(async () => {}), told, told],
  ['kill all', (c, _, session_key) => c.killAll({ session_key, grace: 0.1 }), told, told],
  [
    'a poll that showed it ended',
    afterEnd((c, id, session_key) => c.poll(id, { session_key })),
    'consumed by poll',
    told,
  ],
  [
    'a wait that returned exited',
    afterEnd((c, id, session_key) => c.wait(id, { session_key })),
    'consumed by wait_exited',
    'consumed by wait_exited',
  ],
  [
    'trap 7: a wait by a shortened id',
    afterEnd((c, id, session_key) => c.wait(short(id), { session_key })),
    'consumed by wait_exited',
    'consumed by wait_exited',
  ],
  [
    'a kill by this session',
    (c, id, session_key) => c.kill(id, { session_key, grace: 0.1 }),
    'consumed by kill_by_session',
    'consumed by kill_by_session',
  ],
  [
    'a log that reached the last byte',
    afterEnd((c, id, session_key) => c.log(id, { session_key })),
    'consumed by log_to_end',
    'consumed by log_to_end',
  ],
  [
    'a log that did not reach it',
    afterEnd((c, id, session_key) => c.log(id, { session_key, offset: 0, limit: 1 })),
    told,
    told,
  ],
  ['a wait by another session', afterEnd((c, id) => c.wait(id, { session_key: 'another' })), told, told],
  ['a wait by nobody', afterEnd((c, id) => c.wait(id)), told, told],
  [
    'a wait that timed out',
    async (c, id, session_key) => {
      await c.wait(id, { session_key, timeout: 0.01 });
      await endIt(c, id);
    },
    told,
    told,
  ],
];

const ways: Record<
  string,
  (session: string) => Promise<{ readonly ids: string[]; done(): Promise<unknown> }>
> = {
  inline: async (session) => {
    const turn = await client.notifications.drain(session);
    assert.ok(turn);
    await turn.acknowledge();
    return { ids: turn.notifications.map(({ id }) => id), done: async () => {} };
  },
  autonomous: async (session) => {
    const turns = client.notifications.subscribe(session);
    const { value: turn } = await turns.next();
    assert.ok(turn);
    await turn.acknowledge();
    return { ids: turn.notifications.map(({ id }) => id), done: () => turns.return(undefined) };
  },
};

for (const [name, act, inline, autonomous] of table) {
  for (const [way, expected] of Object.entries({ inline, autonomous })) {
    test(`${name}, ${way}: ${expected}`, async () => {
      const session = `${way}: ${name}`;
      const command = 'echo one; read x; echo two; exit 3';
      const { session_id } = await startEnding(client, session, { command });
      await act(client, session_id, session);
      const [completion] = await client.notifications.history({ process: session_id });
      assert.ok(completion);
      const marker = await mark(client, session);

      const heard = await ways[way]?.(session);
      assert.deepEqual(heard?.ids, expected === told ? [completion.id, marker] : [marker]);
      await heard?.done();
      assert.equal(await stateOf(home, completion.id), expected);
    });
  }
}
