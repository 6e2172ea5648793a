import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRun } from './test-run.ts';

/** Something that a run of the tests made and did not remove, and the test file it came from, if that can be told. */
export type Leftover = { readonly what: string; readonly file: string | undefined };
type Found = {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly marks: string;
};

/** A process that was told to end may take this long to be gone. */
const LAST_BREATH_MS = 5000;

export async function findLeftovers(run: TestRun): Promise<readonly Leftover[]> {
  const deadline = Date.now() + LAST_BREATH_MS;
  while (processesOf(run).length > 0 && Date.now() < deadline) await sleep(50);
  return [...processesOf(run).map(describe), ...filesOf(run), ...mountsOf(run), ...cgroupsOf(run)].map(
    (what) => ({
      what: what.split('\n')[0] ?? '',
      file: run.fileOf(what),
    }),
  );
}

/** Ends and removes all that there is of a run. */
export async function removeLeftovers(run: TestRun): Promise<void> {
  if (run.cgroup && existsSync(run.cgroup)) writeFileSync(join(run.cgroup, 'cgroup.kill'), '1');
  const deadline = Date.now() + LAST_BREATH_MS;
  for (let found = processesOf(run); found.length > 0 && Date.now() < deadline; found = processesOf(run)) {
    for (const { pid } of found) kill(pid);
    await sleep(20);
  }
  for (const mount of mountPoints(run)) spawnSync('umount', ['-l', mount]);
  rmSync(run.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  for (const cgroup of run.cgroup ? [...subfolders(run.cgroup), run.cgroup] : []) rmdirSync(cgroup);
}

/**
 * Everything alive that bears a mark of this run, and what descends from it. A command's environment may have been
 * cleared and its folder may be /, so more than one mark counts.
 */
function processesOf(run: TestRun): readonly Found[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => look(name) ?? []);
  const ours = new Set(all.filter(({ marks }) => isMarked(marks, run)).map(({ pid }) => pid));
  for (let before = -1; before < ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

function isMarked(marks: string, run: TestRun): boolean {
  return marks.includes(run.folder) || marks.split('\n').some((line) => `${line}/`.includes(`/${run.name}/`));
}

/** Nothing for one that is gone, is dead and not collected yet, or is not ours to look at. */
function look(name: string): Found | undefined {
  const folder = join('/proc', name);
  try {
    const [, state, parent] =
      /^\d+ \(.*\) (\S) (\d+)/s.exec(readFileSync(join(folder, 'stat'), 'utf8')) ?? [];
    if (state === 'Z' || state === 'X') return undefined;
    const command = words(join(folder, 'cmdline'));
    const links = ['cwd', 'exe', 'root'].map((link) => tryTo(() => readlinkSync(join(folder, link))));
    const marks = [
      command,
      ...links,
      tryTo(() => readFileSync(join(folder, 'cgroup'), 'utf8')),
      words(join(folder, 'environ')),
    ];
    return { pid: Number(name), parent: Number(parent), command, marks: marks.join('\n') };
  } catch {
    return undefined;
  }
}

function describe({ pid, command, marks }: Found): string {
  return `process ${pid}: ${command || 'without a command line'}\n${marks}`;
}

function filesOf(run: TestRun): readonly string[] {
  return readdirSync(run.folder)
    .filter((name) => name !== 'run')
    .flatMap((name) => {
      const path = join(run.folder, name);
      return /^\d+$/.test(name) ? readdirSync(path).map((inner) => join(path, inner)) : [path];
    });
}

function mountsOf(run: TestRun): readonly string[] {
  return mountPoints(run).map((path) => `mount ${path}`);
}

function mountPoints(run: TestRun): readonly string[] {
  const paths = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return paths.filter((path) => path.startsWith(`${run.folder}/`)).reverse();
}

/** Those below the cgroup of a test file. */
function cgroupsOf({ cgroup }: TestRun): readonly string[] {
  if (!cgroup) return [];
  return subfolders(cgroup).filter((path) => path.slice(cgroup.length + 1).includes('/'));
}

/** Deepest first. */
function subfolders(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [...subfolders(join(folder, name)), join(folder, name)]);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}

function words(path: string): string {
  return tryTo(() => readFileSync(path, 'utf8').replaceAll('\0', ' ').trim());
}

function tryTo(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}
