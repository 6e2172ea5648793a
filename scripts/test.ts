/**
 * `npm test [suite… | file…]`: runs the tests under test/<suite>/; by default all but those that have a command of their
 * own: the real agents (`npm run test:agents`), the real servers that commands are run on (`npm run test:places`), a machine
 * with systemd (`npm run test:systemd`), packing, installing and releasing (`npm run test:release`), and killing things on
 * purpose (`npm run test:faults`; with `test:faults:full` more kills, more rounds).
 *
 * A run has a temporary folder of its own. What is left of it in the end, a file or a process, is named, removed, and
 * makes the run fail.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describeSlowest } from './testing/durations.ts';
import { findLeftovers, removeLeftovers } from './testing/leftovers.ts';
import { TestRun } from './testing/test-run.ts';

const suites = process.argv.slice(2);
const patterns = suites.map((suite) => (suite.endsWith('.ts') ? suite : `test/${suite}/**/*.test.ts`));
if (patterns.length === 0) patterns.push('test/**/*.test.ts');
const files = globSync(patterns)
  .filter((file) => suites.length > 0 || !/^test\/(agents|faults|places|release|systemd)\//.test(file))
  .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
if (files.length === 0) {
  console.error(`no tests match ${patterns.join(' ')}`);
  process.exit(2);
}
// Tests start daemons from dist/ (src/base/programs.ts): those are to be of these sources.
if (
  !isBuilt() &&
  spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' }).status !== 0
)
  process.exit(1);
setUp('set-up-tests.sh');
if (has('places')) setUp('set-up-places.sh');
if (has('systemd')) setUp('set-up-systemd.sh');
// Here, once, and not by the files that need them, all at the same time.
if (has('faults') || has('native')) setUp('../keeper/build.sh', 'all');

const run = new TestRun(files);
const tests = spawn(...run.command([join(import.meta.dirname, 'testing/run-files.ts'), ...files]), {
  stdio: 'inherit',
  env: run.env,
});
let interruptedBy: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruptedBy = signal;
    tests.kill('SIGKILL');
  });
}
const [status] = (await once(tests, 'exit')) as [number | null];

if (interruptedBy) {
  await removeLeftovers(run);
  process.exit(128 + constants.signals[interruptedBy]);
}
console.log(describeSlowest(run));
const leftovers = await findLeftovers(run);
for (const { what, file } of leftovers)
  console.error(`✖ left behind: ${what} (${file ?? 'of an unknown file'})`);
await removeLeftovers(run);
process.exit(status || (leftovers.length > 0 ? 1 : 0));

/** The suites with the longest files come first, so that none of those is waited for in the end. */
function rank(file: string): number {
  const at = ['faults', 'native', 'mcp'].findIndex((suite) => file.startsWith(`test/${suite}/`));
  return at < 0 ? Number.MAX_SAFE_INTEGER : at;
}

function has(suite: string): boolean {
  return files.some((file) => file.startsWith(`test/${suite}/`));
}

function isBuilt(): boolean {
  const root = join(import.meta.dirname, '..');
  const builtAt = statSync(join(root, 'dist/NOTICE.md'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return globSync('src/**/*.ts', { cwd: root }).every((path) => statSync(join(root, path)).mtimeMs < builtAt);
}

function setUp(script: string, ...args: string[]): void {
  spawnSync('sh', [join(import.meta.dirname, script), ...args], { stdio: 'inherit' });
}
