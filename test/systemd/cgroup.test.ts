/** cgroup v2 as systemd delegates it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSystemd } from './on-systemd.ts';

describeOnSystemd('cgroups', (machine) => {
  test('issue 10.6: commands of a user have cgroups of their own below a scope that is delegated', async () => {
    const session = await machine().logIn('alice');
    assert.match(
      await session.run('ringback doctor'),
      /ok +cgroup +.*ringback-[-0-9a-f]+\.scope is writable/,
    );
    // It leaves its parent, its session and its group, and hides from SIGTERM.
    const escapee = "sh -c \"trap '' TERM; setsid sh -c 'sleep 5001; true' & sleep 5002\"";
    const id = await session.run(`ringback run -- ${escapee}`);
    await machine().until('root', "pgrep -fx 'sleep 5001'");
    const cgroup = await session.run("sed -n 's/^0:://p' /proc/$(pgrep -fx 'sleep 5001')/cgroup");
    assert.match(cgroup, new RegExp(`/user@1000\\.service/.*/ringback-[-0-9a-f]+\\.scope/ringback-${id}$`));
    const scope = cgroup.split('/').at(-2);
    assert.match(await session.run(`systemctl --user show ${scope} -p Delegate`), /Delegate=yes/);
    await session.run(`ringback kill ${id}`);
    await machine().ok('root', "! pgrep -fx 'sleep 500[12]'");
    // The scope goes with the last of those in it.
    await session.run('ringback daemon stop');
    await machine().until('root', `! systemctl --user -M alice@ is-active ${scope}`);
    await session.logOut();
  });

  test('issue 10.6: a systemd-run that refuses is done without, and no start is lost or doubled', async () => {
    const session = await machine().logIn('alice');
    await session.run(
      'mkdir -p refuse && printf "#!/bin/sh\\nexit 1\\n" >refuse/systemd-run && chmod +x refuse/systemd-run',
    );
    await session.run('export PATH=$HOME/refuse:$PATH');
    const ids = await session.run('for i in 1 2 3; do ringback run -- sleep 5003; done');
    assert.equal(ids.split('\n').length, 3);
    assert.equal(await session.run("pgrep -cfx 'sleep 5003'"), '3');
    assert.match(await session.run("cat /proc/$(pgrep -fxn 'sleep 5003')/cgroup"), /session-\d+\.scope/);
    await session.run('ringback kill --all; ringback daemon stop');
    await session.logOut();
  });
});
