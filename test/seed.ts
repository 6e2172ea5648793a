/**
 * Loaded before every test file by scripts/test.ts. Property tests draw from one seed, so that a run can be repeated:
 * RINGBACK_SEED names another, `random` any. What the file makes goes into a temporary folder and a cgroup of its own, by
 * which scripts/testing/leftovers.ts tells where something came from.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import fc from 'fast-check';

const wanted = process.env.RINGBACK_SEED ?? '20261115';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

// A file loads hundreds of modules, and Node looks at the disk four times for each: a fifth of the time that it takes. Here
// an import is always the path of a file.
const root = new URL('../', import.meta.url).href;
registerHooks({
  resolve(specifier, context, next) {
    const isOurs = /^\.{1,2}\/.*\.ts$/.test(specifier) && context.parentURL?.startsWith(root);
    if (!isOurs) return next(specifier, context);
    const url = new URL(specifier, context.parentURL).href;
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});

// A pid that a test did not find must not become everybody in its group, the runner among them.
const kill = process.kill.bind(process);
process.kill = (pid, signal) => {
  if (pid === 0) throw new Error('a test wanted to kill pid 0: it has not found whom it meant');
  return kill(pid, signal);
};

const { RINGBACK_TEST_RUN: run } = process.env;
// Gone from the environment: what the file starts belongs to the file.
delete process.env.RINGBACK_TEST_RUN;
if (run) settle(run, relative(process.cwd(), process.argv[1] ?? ''));

function settle(run: string, file: string): void {
  const read = (name: string) => readFileSync(join(run, 'run', name), 'utf8');
  const number = String(read('files').split('\n').indexOf(file));
  const folder = join(run, number);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  if (process.env.XDG_RUNTIME_DIR) process.env.XDG_RUNTIME_DIR = folder;
  const cgroup = read('cgroup');
  if (cgroup) {
    mkdirSync(join(cgroup, number));
    writeFileSync(join(cgroup, number, 'cgroup.procs'), String(process.pid));
  }
  process.once('exit', () => writeFileSync(join(run, 'run', `${number}.wall`), String(performance.now())));
}
