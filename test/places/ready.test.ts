/** Issue 13: what shows that a process is ready is looked at where it runs, on another machine too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireNotification } from '../../src/wire/notification.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { openTrial } from './behaviours/open-trial.ts';
import { sshSite } from './ssh-site.ts';

const LISTEN = (then: string) =>
  `exec ${process.execPath} -e 'const s = require("node:http").createServer((_, a) => a.end()); s.listen(0, "127.0.0.1", () => { ${then} })'`;

test('a port, a URL, a command and a line of a process over SSH', { skip: sshdIsMissing }, async (t) => {
  const trial = await openTrial(t, async (after) => sshSite(await startSshd({ after })));
  const { file } = trial.newMark();
  const told = async (id: string, session: string): Promise<WireNotification> => {
    const found = await trial.told(session);
    assert.deepEqual(
      found.map(({ session_id, type }) => [session_id, type]),
      [[id, 'ready']],
    );
    return found[0] ?? assert.fail();
  };

  const listening = await trial.start(
    LISTEN('console.log(s.address().port)'),
    '--ready',
    ':',
    '--session',
    'port',
  );
  const byPort = await told(listening, 'port');
  assert.match(
    byPort.text,
    /listens on 127\.0\.0\.1:\d+\.\nAddress \(addresses of there, not of this machine\)/,
  );
  const { ready_at, ports = [] } = await trial.client.get(listening);
  assert.equal(ports.length, 1);
  assert.ok(ready_at);

  const url = `http://${ports[0]}/`;
  const asked = await trial.start('exec sleep 600', '--ready', url, '--session', 'url');
  assert.match((await told(asked, 'url')).text, /asked from there itself/);

  const probe = `!test -e ${file} && test "$MARK" = here && test "$PWD" = /tmp`;
  const options = ['--ready', probe, '--env', 'MARK=here', '--cwd', '/tmp', '--session', 'command'];
  const probed = await trial.start('exec sleep 600', ...options);
  await trial.site.inside(`touch ${file}`);
  assert.match((await told(probed, 'command')).text, /Its probe succeeded/);

  const printing = await trial.start('echo up; exec sleep 600', '--ready', 'up', '--session', 'line');
  assert.match((await told(printing, 'line')).text, /It printed:\n\| up\n/);
});
