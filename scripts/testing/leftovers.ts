import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFolder } from '../../src/base/remove-folder.ts';
import type { TestRun } from './test-run.ts';

/** Something that a run of the tests made and did not remove, and the test file it came from, if that can be told. */
export type Leftover = { readonly what: string; readonly file: string | undefined };
type Found = {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly cgroup: string;
  /** Where the run may be named. */
  readonly marks: string;
};

/** So many files of a folder are named. */
const SHOWN = 8;

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
  const killAll = join(run.cgroup ?? '', 'cgroup.kill');
  if (run.cgroup && existsSync(killAll)) writeFileSync(killAll, '1');
  const deadline = Date.now() + LAST_BREATH_MS;
  for (let found = processesOf(run); found.length > 0 && Date.now() < deadline; found = processesOf(run)) {
    for (const { pid } of found) kill(pid);
    await sleep(20);
  }
  for (const mount of mountPoints(run)) spawnSync('umount', ['-l', mount]);
  removeFolder(run.folder);
  for (const cgroup of run.cgroup ? [...subfolders(run.cgroup), run.cgroup] : []) await removeCgroup(cgroup);
}

/** The kernel calls it busy for a moment after the last process in it has died. */
async function removeCgroup(cgroup: string): Promise<void> {
  for (let triesLeft = 100; ; triesLeft -= 1) {
    try {
      return rmdirSync(cgroup);
    } catch (error) {
      if (triesLeft === 0) throw error;
      await sleep(20);
    }
  }
}

/**
 * Everything alive that came from this run. Where there is a cgroup, it tells. Elsewhere those count that bear a mark and
 * have lost their parent, with what descends from them: who only looks at the folder has a shell of his own.
 */
function processesOf(run: TestRun): readonly Found[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => look(name) ?? []);
  if (run.cgroup) return all.filter(({ cgroup }) => `${cgroup}/`.includes(`/${run.name}/`));
  const adopters = ancestors();
  const ours = new Set(
    all
      .filter(({ parent, marks }) => adopters.has(parent) && marks.includes(run.folder))
      .map(({ pid }) => pid),
  );
  for (let before = -1; before < ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

/** Whoever may be given a process that has lost its parent, and ourselves. */
function ancestors(): Set<number> {
  const found = new Set([process.pid]);
  for (let pid = process.ppid; pid > 0; pid = statusOf(String(pid))?.parent ?? 0) found.add(pid);
  return found;
}

/** Nothing for one that is gone, is dead and not collected yet, or is not ours to look at. */
function look(name: string): Found | undefined {
  const status = statusOf(name);
  if (!status || /[ZX]/.test(status.state)) return undefined;
  const folder = join('/proc', name);
  const command = words(join(folder, 'cmdline'));
  const cgroup = /^0::(.*)$/m.exec(tryTo(() => readFileSync(join(folder, 'cgroup'), 'utf8')))?.[1] ?? '';
  const links = ['cwd', 'exe', 'root'].map((link) => tryTo(() => readlinkSync(join(folder, link))));
  const marks = [command, cgroup, ...links, words(join(folder, 'environ'))].join('\n');
  return { pid: Number(name), parent: status.parent, command, cgroup, marks };
}

function statusOf(name: string): { readonly state: string; readonly parent: number } | undefined {
  const stat = tryTo(() => readFileSync(join('/proc', name, 'stat'), 'utf8'));
  const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/s.exec(stat) ?? [];
  return state === undefined ? undefined : { state, parent: Number(parent) };
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
    })
    .map((path) => `${path}${describeContents(path)}`);
}

/** Whoever finds a folder wants to know what kept it. */
function describeContents(path: string): string {
  const inside = tryTo(() => readdirSync(path, { recursive: true }).slice(0, SHOWN).join(', '));
  return inside && ` with ${inside}`;
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

/**
 * Those below the cgroup of a test file in which something lives. An empty one is what a keeper leaves that was killed: the
 * engine removes it with the keep, and here it goes with the run.
 */
function cgroupsOf({ cgroup }: TestRun): readonly string[] {
  if (!cgroup) return [];
  return subfolders(cgroup).filter(
    (path) => path.slice(cgroup.length + 1).includes('/') && isPopulated(path),
  );
}

function isPopulated(cgroup: string): boolean {
  return /^populated 1$/m.test(tryTo(() => readFileSync(join(cgroup, 'cgroup.events'), 'utf8')));
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
