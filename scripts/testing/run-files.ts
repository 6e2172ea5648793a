/** Runs the test files it is given, in that order, each in a process of its own; exits with 1 if one fails. */
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const isFull = process.env.RINGBACK_FAULTS === 'full';
const timeout = isFull ? 900_000 : 300_000;
const seed = join(import.meta.dirname, '../../test/seed.ts');

run({
  files: process.argv.slice(2),
  concurrency: 2,
  timeout,
  execArgv: ['--import', seed, `--test-timeout=${timeout}`],
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
