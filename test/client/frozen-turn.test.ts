import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Turn } from '../../src/client/notifications.ts';
import { CliHome, until } from '../cli/cli-home.ts';
import { mark, stateOf } from '../daemon/ending-process.ts';

const home = new CliHome(after, { leaseMs: 200 });
const client = home.client();
const idsOf = (turn: Turn | null | undefined) => turn?.notifications.map(({ id }) => id);

/** Gets one turn, and dies of it. */
async function hear(session: string): Promise<Turn> {
  const turns = client.notifications.subscribe(session, { delivery: 'inline' });
  const { value: turn } = await turns.next();
  await turns.return();
  assert.ok(turn);
  return turn;
}

/** The same once the lease of the last one is over. */
async function drain(session: string): Promise<Turn> {
  let turn: Turn | null = null;
  await until(async () => {
    turn = await client.notifications.drain(session);
    return turn !== null;
  }, 'something to drain');
  return turn ?? assert.fail();
}

const crashes: readonly { readonly name: string; crash(): Promise<unknown> }[] = [
  { name: 'its client', crash: async () => {} },
  { name: 'its client and the daemon', crash: () => home.killDaemon() },
];

for (const take of [hear, drain])
  for (const { name, crash } of crashes) {
    test(`issue 11.2: what ${take.name} gave comes again unchanged after a crash of ${name}`, async () => {
      const session = `${take.name} ${name}`;
      const first = [await mark(client, session), await mark(client, session)];
      const turn = await take(session);
      assert.deepEqual(idsOf(turn), first);
      const second = await mark(client, session);
      await crash();
      const again = await take(session);
      assert.deepEqual([idsOf(again), again.text], [first, turn.text]);
      await crash();
      // In whatever way it is heard.
      const otherwise = await (take === hear ? drain : hear)(session);
      assert.deepEqual([idsOf(otherwise), otherwise.text], [first, turn.text]);
      await crash();
      await again.acknowledge();
      assert.deepEqual(idsOf(await take(session)), [second]);
    });
  }

test('issue 11.2: a turn of which nothing is left to tell does not come again', async () => {
  const first = await mark(client, 'left');
  await hear('left');
  await client.notifications.dismiss([first]);
  const second = await mark(client, 'left');
  assert.deepEqual(idsOf(await hear('left')), [second]);
});

test('issue 11.2: of a turn that was acknowledged in part only the rest comes', async () => {
  const [one = '', two] = [await mark(client, 'part'), await mark(client, 'part')];
  await hear('part');
  await client.notifications.acknowledge([one]);
  assert.deepEqual(idsOf(await hear('part')), [two]);
  assert.equal(await stateOf(home, one), 'delivered');
});

test('issue 11.2: a turn goes along unchanged when its session is moved', async () => {
  const first = await mark(client, 'from');
  const turn = await hear('from');
  const second = await mark(client, 'to');
  await client.session.move('from', 'to');
  const again = await hear('to');
  assert.deepEqual([idsOf(again), again.text], [[first], turn.text]);
  await again.acknowledge();
  assert.deepEqual(idsOf(await hear('to')), [second]);
});
