import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceUnit } from '../../../src/cli/daemon/install.ts';

test('stopping the service leaves processes running', () => {
  assert.match(serviceUnit(['/bin/ringback'], '/home/u/rb'), /^KillMode=process$/m);
});

test('odd paths survive the quoting of systemd', () => {
  const unit = serviceUnit(['/opt/my apps/ringback'], '/home/100%/a"b$c');
  assert.match(
    unit,
    /^ExecStart="\/opt\/my apps\/ringback" --home "\/home\/100%%\/a\\"b\$\$c" daemon run --stay$/m,
  );
});
