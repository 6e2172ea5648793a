/** Promise 5 where systemd is there: what stops the agent's service does not stop its commands. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { User } from '../testbed/servers/systemd.ts';
import { describeOnSystemd } from './on-systemd.ts';

describeOnSystemd('services', (machine) => {
  /** A service that starts a command and stays; returns when the command runs. */
  async function startAgent(user: User, { manager, name }: { manager: string; name: string }) {
    const systemctl = `systemctl ${manager}`;
    const folder = manager ? 'etc/systemd/user' : 'etc/systemd/system';
    const script = `ringback run --session agent --notify -- sleep 100${name} >/tmp/${name}; exec sleep 1000`;
    writeFileSync(
      join(machine().root, folder, `${name}.service`),
      `[Service]\n${manager ? '' : `User=${user}\n`}ExecStart=/bin/sh -c '${script}'\nTimeoutStopSec=5\n`,
    );
    await machine().ok(manager ? user : 'root', `${systemctl} daemon-reload; ${systemctl} start ${name}`);
    await machine().until('root', `pgrep -fx 'sleep 100${name}'`);
  }

  for (const [manager, user, number] of [
    ['', 'root', 1],
    ['', 'alice', 2],
    ['--user', 'alice', 3],
  ] as const)
    test(`issue 10.6: stopping a ${manager || '--system'} service of ${user} leaves its command and tells its end`, async () => {
      const name = `${number}`;
      await startAgent(user, { manager, name });
      await machine().ok(manager ? user : 'root', `systemctl ${manager} stop ${name}`);
      await machine().ok('root', `pgrep -fx 'sleep 100${name}'`);
      const id = await machine().ok('root', `cat /tmp/${name}`);
      assert.match(await machine().ok(user, 'ringback ls'), new RegExp(`${id}.*running`));
      await machine().ok('root', `pkill -fx 'sleep 100${name}'`);
      await machine().until(user, `ringback inbox --session agent --peek | grep ${id}`);
    });
});
