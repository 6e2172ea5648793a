/** A host behind SSH whose logind ends what a session leaves behind. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CliHome } from '../cli/cli-home.ts';
import type { SystemdMachine, User } from '../testbed/servers/systemd.ts';
import { describeOnSystemd } from './on-systemd.ts';

describeOnSystemd('an SSH host with KillUserProcesses=yes', (machine) => {
  test('issue 10.6: of a user who lingers commands outlive the connection', async () => {
    await machine().configureLogind({ KillUserProcesses: 'yes', UserStopDelaySec: '1' });
    const home = homeWith(machine(), 'alice');
    const id = await home.start('--on', 'there', '--', 'sh', '-c', 'sleep 3001; exit 3');
    await home.ok('daemon', 'stop');
    await machine().until('root', '! loginctl list-sessions | grep alice');
    await machine().ok('root', "pgrep -fx 'sleep 3001'");
    assert.match(await home.ok('ls'), new RegExp(`${id}.*running`));
    await machine().ok('root', "pkill -fx 'sleep 3001'");
    assert.equal((await home.run(['wait', id])).code, 3);
    const tested = await home.ok('env', 'test', 'there');
    assert.match(tested, /logout .*lingering is enabled/);
    assert.doesNotMatch(tested, /enable-linger/);
  });

  test('issue 10.6: without linger env test says what a logout does and what helps, and the end is told', async () => {
    await machine().configureLogind({ KillUserProcesses: 'yes', UserStopDelaySec: '1' });
    const home = homeWith(machine(), 'bob');
    assert.match(
      await home.ok('env', 'test', 'there'),
      /logout .*last session.*\n +Run there: loginctl enable-linger/,
    );
    assert.match((await home.run(['doctor', '--connect'])).stdout, /warn +env there +logout: .*last session/);
    const id = await home.start('--on', 'there', '--', 'sleep', '3002');
    await home.ok('daemon', 'stop');
    await machine().until('root', '! pgrep -u bob', { what: 'the end of all that is bob’s' });
    assert.equal((await home.run(['wait', id])).code, 143);
  });

  test('issue 10.6: without linger commands outlive the connection where logind ends nothing', async () => {
    await machine().configureLogind({ KillUserProcesses: 'no', UserStopDelaySec: '1' });
    const home = homeWith(machine(), 'bob');
    const id = await home.start('--on', 'there', '--', 'sh', '-c', 'sleep 3003; exit 4');
    await home.ok('daemon', 'stop');
    await machine().until('root', 'loginctl show-user bob -p State | grep closing && sleep 4');
    await machine().ok('root', "pkill -fx 'sleep 3003'");
    assert.equal((await home.run(['wait', id])).code, 4);
    assert.match(await home.ok('env', 'test', 'there'), /logout .*keep running after a logout/);
  });
});

function homeWith(machine: SystemdMachine, user: User): CliHome {
  return new CliHome(after, {
    environments: { there: { type: 'ssh', host: user, config: machine.sshConfig } },
  });
}
