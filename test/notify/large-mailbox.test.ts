import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotifyHome, SESSION } from './notify-home.ts';

const COUNT = 80;
const large = `${'a line of what a sub-agent has found out\n'.repeat(175_000)}the end`;

test('issue 11.22: a mailbox of 80 texts of 7 MB is told in turns of bounded size, and nothing is missing', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  const ids = Array.from(
    { length: COUNT },
    (_, i) =>
      host.notifier.notify(SESSION, { type: 'note', session_key: SESSION, text: `${i}: ${large}` }).id,
  );
  const told: string[] = [];
  for (
    let turn = host.notifier.dispatcher.drain(SESSION);
    turn;
    turn = host.notifier.dispatcher.drain(SESSION)
  ) {
    assert(turn.text.length < 2_000_000, `${turn.text.length} characters in a turn`);
    for (const { id } of turn.notifications) {
      const number = ids.indexOf(id);
      assert(turn.text.includes(`\n| ${number}: a line of what`), `${number} is in the text of its turn`);
      told.push(id);
    }
    assert.match(turn.text, /\(7,\d{3},\d{3} characters, of which the first 250,000 were kept\)/);
  }
  assert.deepEqual(told, ids);
});

test('issue 11.22: a listener gets the rest in its next turns', async (t) => {
  const home = new NotifyHome(t);
  const host = await home.open();
  for (let i = 0; i < 12; i += 1)
    host.notifier.notify(SESSION, { type: 'note', session_key: SESSION, text: `${i}: ${large}` });
  const listener = home.listen();
  await listener.has(12);
  assert(listener.turns.length > 1);
});
