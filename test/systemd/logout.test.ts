/** Promise 5 where systemd is there: a logout does not end commands, or it is said how that is had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOnSystemd } from './on-systemd.ts';

describeOnSystemd('logout', (machine) => {
  test('issue 10.6: without linger a logout ends no command where logind ends nothing', async () => {
    await machine().configureLogind({ KillUserProcesses: 'no', UserStopDelaySec: '1' });
    const session = await machine().logIn('bob');
    const id = await session.run('ringback run --session agent --notify -- sleep 2001');
    const doctor = await session.run('ringback doctor');
    // A scope of the user's manager would end now: only its own processes keep a session in being.
    await session.run('pkill -KILL -f daemon.js');
    await session.logOut();
    await machine().until('root', '! loginctl list-sessions | grep "bob.*pts" && sleep 4');
    await machine().ok('root', "pgrep -fx 'sleep 2001'");
    assert.match(await machine().ok('bob', 'ringback ls'), new RegExp(`${id}.*running`));
    assert.match(doctor, /ok +scope +.*keep running after a logout/);
    await machine().ok('bob', `ringback kill ${id}`);
    await machine().ok('bob', 'ringback daemon stop');
    await machine().until('root', '! pgrep -u bob', { what: 'the end of all that is bob’s' });
  });

  test('issue 10.6: of a user who lingers a logout ends no command, whatever logind does', async () => {
    await machine().configureLogind({ KillUserProcesses: 'yes', UserStopDelaySec: '1' });
    const session = await machine().logIn('alice');
    const id = await session.run('ringback run --session agent --notify -- sleep 2002');
    await session.logOut();
    await machine().until('root', '! loginctl list-sessions | grep alice');
    await machine().ok('root', "pgrep -fx 'sleep 2002'");
    assert.match(await machine().ok('alice', 'ringback ls; ringback doctor'), new RegExp(`${id}.*running`));
    await machine().ok('alice', `ringback kill ${id}`);
  });

  test('issue 10.6: after su commands live as long as the user and the session allow', async () => {
    await machine().configureLogind({ KillUserProcesses: 'yes', UserStopDelaySec: '1' });
    const session = await machine().logIn('root');
    // alice lingers; bob's commands stay in the session of root, which logind leaves alone.
    for (const user of ['alice', 'bob'])
      await session.run(`su -l ${user} -c 'ringback doctor; ringback run -- sleep 2004'`);
    assert.match(await session.run("su -l bob -c 'ringback doctor'"), /ok +scope/);
    await session.logOut();
    await machine().until('root', 'loginctl list-sessions | grep -c root | grep -x 2');
    assert.equal(await machine().ok('root', "sleep 4; pgrep -cfx 'sleep 2004'"), '2');
    for (const user of ['alice', 'bob'])
      await machine().ok('root', `su -l ${user} -c 'ringback kill --all; ringback daemon stop'`);
  });

  test('issue 10.6: where the last logout ends commands doctor says so, and they outlive the others', async () => {
    await machine().configureLogind({ KillUserProcesses: 'yes', UserStopDelaySec: '1' });
    const other = await machine().logIn('bob');
    const session = await machine().logIn('bob');
    const said = await session.run('ringback doctor || true');
    assert.match(said, /warn +scope +.*last session.*\n +loginctl enable-linger/);
    const id = await session.run('ringback run --session agent --notify -- sleep 2003');
    await session.logOut();
    await machine().until('root', '[ "$(loginctl list-sessions | grep -c bob)" = 1 ]');
    await machine().ok('root', "pgrep -fx 'sleep 2003'");
    await other.logOut();
    await machine().until('root', '! pgrep -u bob', { what: 'the end of all that is bob’s' });
    assert.match(await machine().ok('bob', 'ringback inbox --session agent --peek'), new RegExp(id));
  });
});
