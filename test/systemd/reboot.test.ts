/** `daemon install` over a reboot, an orderly one and a power cut. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSystemd } from './on-systemd.ts';

describeOnSystemd('reboot', (machine) => {
  test('issue 10.6: an installed daemon is up after a reboot, tells what ended, and delays nothing', async () => {
    const said = await machine().ok('alice', 'ringback daemon install');
    for (const command of said.split('\n').filter((line) => line.startsWith('  systemctl')))
      await machine().ok('alice', command);
    const id = await machine().ok('alice', 'ringback run --session agent --notify -- sleep 4001');
    await machine().ok('bob', 'ringback run --session agent --notify -- sleep 4002');
    await machine().ok('root', 'ringback run --session agent --notify -- sleep 4003');
    const seconds = await machine().powerOff();
    assert.ok(seconds < 45, `it took ${seconds} s`); // systemd's patience is 90 s
    await machine().boot();
    // Nobody has logged in as alice.
    await machine().until('root', 'pgrep -u alice -f "daemon.* run --stay"');
    await machine().until('root', `runuser -u alice -- ringback inbox --session agent --peek | grep ${id}`);
  });

  test('issue 10.6: after a power cut what was lost is told', async () => {
    const id = await machine().ok('alice', 'ringback run --session agent --notify -- sleep 4004');
    await machine().cutPower();
    await machine().boot();
    await machine().until('root', `runuser -u alice -- ringback inbox --session agent --peek | grep ${id}`);
  });
});
