/** `npm test [suite…]`: runs the tests under test/<suite>/, all but the long fault campaign by default. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const suites = process.argv.slice(2);
const patterns = suites.length > 0 ? suites.map((suite) => `test/${suite}/**/*.test.ts`) : ['test/**/*.test.ts'];
const files = globSync(patterns).sort();
if (files.length === 0) {
  console.error(`no tests match ${patterns.join(' ')}`);
  process.exit(2);
}
const { status } = spawnSync(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=300000', ...files], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
