/** Runs the test files it is given, in that order, each in a process of its own; exits with 1 if one fails. */
import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const FEW = 3;

const isFull = process.env.RINGBACK_FAULTS === 'full';
const timeout = isFull ? 900_000 : 300_000;
const seed = join(import.meta.dirname, '../../test/seed.ts');

const files = process.argv.slice(2);
const areHeavy = files.some((file) => /^test\/(agents|places|release|systemd)\//.test(file));

// What is loaded here is compiled for all of them, also for those that are killed before they could store it. It takes
// longer than a few files would.
if (files.length > FEW) {
  await Promise.all([
    import('../../src/daemon/run-daemon.ts'),
    import('../../src/cli/main.ts'),
    import('fast-check'),
  ]);
  flushCompileCache();
}

run({
  files,
  // Most of them wait for something most of the time, but for those that start whole servers and agents.
  concurrency: areHeavy ? 2 : 2 * availableParallelism(),
  timeout,
  execArgv: ['--import', seed, `--test-timeout=${timeout}`],
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
