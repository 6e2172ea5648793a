import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complaint, readListing } from '../../../../src/backends/kinds/apptainer/instances.ts';
import { schema } from '../../../../src/backends/kinds/apptainer/settings.ts';
import { validate } from '../../../../src/base/validate.ts';

const read = (settings: unknown) => validate(schema, settings, 'it');

test('settings name one of image and instance', () => {
  assert.throws(() => read({}), /it must have one of "image" .* and "instance"/);
  assert.throws(() => read({ image: 'a.sif', instance: 'b' }), /it must have one of/);
  assert.deepEqual(read({ instance: 'b' }), { instance: 'b', program: 'apptainer' });
});

test('what starts an instance is refused for one that is there', () => {
  assert.throws(() => read({ instance: 'b', options: ['--nv'] }), /must not have "binds" or "options"/);
});

const wrong: readonly [object, RegExp][] = [
  [{ image: '--writable' }, /"image" must not begin with -/],
  [{ image: 'a.sif', options: ['-B/x'] }, /"options.0" must be an option in its long form/],
  [{ instance: 'a b' }, /"instance" is no name of an instance/],
];
for (const [settings, message] of wrong)
  test(`${JSON.stringify(settings)} is refused`, () => assert.throws(() => read(settings), message));

test('the instance of that name, and no other that the pattern fits', () => {
  const entry = (instance: string, pid: number) => ({ instance, pid, img: '/img', ip: '', logErrPath: '/e' });
  const printed = JSON.stringify({ instances: [entry('axb', 7), entry('a.b', 8)] });
  const start = (pid: number) => `boot:${pid}`;
  assert.deepEqual(readListing(printed, 'a.b', start), { instance: 'a.b', pid: '8', started: 'boot:8' });
  assert.equal(readListing(printed, 'a?b', start), undefined);
  assert.equal(readListing('{\n\t"instances": []\n}\n', 'a.b', start), undefined);
  assert.equal(
    readListing(printed, 'a.b', () => undefined),
    undefined,
  );
});

test('the complaint is what failed, not what was said around it', () => {
  const started = [
    'INFO:    Instance stats will not be available - cannot use systemd cgroups manager',
    'WARNING: skipping mount of /etc/hosts: stat /etc/hosts: no such file or directory',
    'ERROR:   container cleanup failed: no instance found with name t1',
    "FATAL:   container creation failed: mount source /etc/hosts doesn't exist",
    '',
    'FATAL:   while executing starter: failed to start instance: exit status 255',
  ].join('\n');
  assert.equal(complaint(started), "container creation failed: mount source /etc/hosts doesn't exist");
  const coloured =
    '\x1b[91mERROR  : Requesting capability set 0x1ff\n\x1b[0mERROR:   container cleanup failed: x\n';
  assert.equal(complaint(coloured), 'Requesting capability set 0x1ff');
  assert.equal(
    complaint('Error for command "stop": no instance found\n\nUsage:\n'),
    'Error for command "stop": no instance found',
  );
});
