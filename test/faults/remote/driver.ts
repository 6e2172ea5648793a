/** Starts one process elsewhere, types to it, waits until it is over and nothing is left there; a failpoint kills this somewhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEngine } from '../../../src/engine/engine.ts';
import { Here } from '../../backends/remote/here.ts';

const [home = '', there = '', id = '', command = ''] = process.argv.slice(2);
new Here({ after() {} }, there);
const engine = await openEngine({ home });
const started = await engine.start({ id, command, cwd: '', env: {}, environment: 'there', stdin: true });
process.stdout.write('started\n');
await engine.submit(started.id, 'typed', { writer: 1n, seq: 1n });
await engine.wait(started.id);
process.stdout.write('ended\n');
while (existsSync(join(home, 'processes', started.id, 'place'))) await sleep(5);
await engine.close();
