/**
 * `npm test [suite…]`: runs the tests under test/<suite>/; by default all but the real agents, which `npm run test:agents`
 * runs, the real servers that commands are run on: `npm run test:places`, a machine with systemd: `npm run test:systemd`,
 * and packing, installing and releasing: `npm run test:release`. `npm run test:faults` runs the fault tests with
 * RINGBACK_FAULTS=full: more kills, more rounds.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const isFull = process.env.RINGBACK_FAULTS === 'full';
const suites = process.argv.slice(2);
const patterns =
  suites.length > 0 ? suites.map((suite) => `test/${suite}/**/*.test.ts`) : ['test/**/*.test.ts'];
const files = globSync(patterns)
  .filter((file) => suites.length > 0 || !/^test\/(agents|places|release|systemd)\//.test(file))
  .sort();
if (files.length === 0) {
  console.error(`no tests match ${patterns.join(' ')}`);
  process.exit(2);
}
setUp('set-up-tests.sh');
if (files.some((file) => file.startsWith('test/places/'))) setUp('set-up-places.sh');
if (files.some((file) => file.startsWith('test/systemd/'))) setUp('set-up-systemd.sh');
const seed = join(import.meta.dirname, '../test/seed.ts');
const options = [
  '--import',
  seed,
  '--test',
  '--test-concurrency=2',
  `--test-timeout=${isFull ? 900_000 : 300_000}`,
];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);

function setUp(script: string): void {
  spawnSync('sh', [join(import.meta.dirname, script)], { stdio: 'inherit' });
}
