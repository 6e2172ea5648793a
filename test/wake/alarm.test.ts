import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotifyHome, SESSION, until } from '../notify/notify-home.ts';

for (const keeperProgram of ['/bin/false', '/nowhere/ringback-keeper']) {
  test(`where no alarm can be had (${keeperProgram}), the daemon keeps the time itself`, async (t) => {
    const home = new NotifyHome(t);
    const { wakeUps, notifier } = await home.open({ wakeCommand: ['/bin/true'], keeperProgram });
    assert.equal(wakeUps.canLeave, true, 'nothing is due');
    await wakeUps.set({ session_key: SESSION, note: '', after: 0.2 });
    await wakeUps.set({ session_key: SESSION, note: '', after: '1h' });
    assert.equal(wakeUps.canLeave, false);
    await until(() => notifier.ledger.history({}).length === 1, 'the ring');
  });
}
