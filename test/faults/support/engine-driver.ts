/** Opens an engine on a home, starts one process, types to it, waits for its end and leaves; a failpoint kills it somewhere. */
import { defaultConfig } from '../../../src/base/config.ts';
import { openEngine } from '../../../src/engine/engine.ts';

const [home = '', id = '', command = '', mode = ''] = process.argv.slice(2);
const rules = mode === 'prune' ? { retentionMs: 0, endedProtectionMs: 0 } : {};
const engine = await openEngine({ home, config: { ...defaultConfig, ...rules } });
const env = { PATH: process.env.PATH ?? '' };
const started = await engine.start({ id, command, cwd: '/tmp', env, stdin: true });
process.stdout.write('started\n');
await engine.submit(started.id, 'typed', { writer: 1n, seq: 1n });
await engine.wait(started.id);
process.stdout.write('ended\n');
// Pruning comes after the end, by itself.
while (mode === 'prune' && engine.list({ includeEnded: true }).some((one) => one.id === id))
  await new Promise((resolve) => setTimeout(resolve, 5));
await engine.close();
