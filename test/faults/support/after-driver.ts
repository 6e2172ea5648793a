/** Starts a process that waits for another, lets that one end, and waits; a failpoint kills it somewhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../../../src/base/config.ts';
import { openEngine } from '../../../src/engine/engine.ts';

const [home = '', before = '', id = '', command = ''] = process.argv.slice(2);
const engine = await openEngine({ home, config: defaultConfig });
await engine.start({
  id,
  command,
  cwd: '/tmp',
  env: { PATH: process.env.PATH ?? '', KEPT: 'kept' },
  after: [before],
});
process.stdout.write('started\n');
writeFileSync(join(home, 'go'), '');
await engine.wait(id);
process.stdout.write('ended\n');
await engine.close();
