import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownCgroup } from '../../../src/cli/doctor/cgroup.ts';

test('the own cgroup is found in a unified, a hybrid and an old hierarchy', () => {
  assert.equal(
    ownCgroup('cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n', '0::/user.slice/a\n'),
    '/sys/fs/cgroup/user.slice/a',
  );
  const hybrid = 'cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\ncgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n';
  assert.equal(ownCgroup(hybrid, '3:cpu:/x\n0::/y\n'), '/sys/fs/cgroup/unified/y');
  assert.equal(ownCgroup('cgroup /sys/fs/cgroup/cpu cgroup rw 0 0\n', '3:cpu:/x\n'), null);
});
