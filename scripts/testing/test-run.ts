import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * The marks by which all that a run of the tests makes is known as its own: a temporary folder, and where cgroup v2 can be
 * written to, a cgroup. In both, test/seed.ts makes one folder per test file, called by the file's number.
 */
export class TestRun {
  /** Short, and open like /tmp itself: sockets lie in there, and some tests are other users. */
  readonly folder = mkdtempSync(join(tmpdir(), 'rb'));
  readonly cgroup: string | undefined;
  readonly files: readonly string[];

  constructor(files: readonly string[], { mayHaveCgroup = true } = {}) {
    this.files = files;
    chmodSync(this.folder, 0o1777);
    this.cgroup = mayHaveCgroup ? makeCgroup(this.name) : undefined;
    mkdirSync(join(this.folder, 'run'));
    writeFileSync(join(this.folder, 'run/files'), files.join('\n'));
    writeFileSync(join(this.folder, 'run/cgroup'), this.cgroup ?? '');
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      RINGBACK_TEST_RUN: this.folder,
      TMPDIR: this.folder,
      // Hundreds of programs load the same sources, and hundreds of daemons are started.
      NODE_COMPILE_CACHE: join(this.folder, 'run/compiled'),
      RINGBACK_STARTS_BUNDLED: '1',
    };
  }

  /** What to start so that Node runs `args` inside the cgroup. */
  command(args: readonly string[]): [string, string[]] {
    if (!this.cgroup) return [process.execPath, [...args]];
    const enter = 'echo $$ >"$0" && exec "$@"';
    return ['/bin/sh', ['-c', enter, join(this.cgroup, 'cgroup.procs'), process.execPath, ...args]];
  }

  /** The run's name, which its folder and its cgroup share. */
  get name(): string {
    return basename(this.folder);
  }

  /** The test file whose folder or cgroup is named in `text`. */
  fileOf(text: string): string | undefined {
    const number = text.split(`/${this.name}/`)[1]?.match(/^\d+/)?.[0];
    return number === undefined ? undefined : this.files[Number(number)];
  }
}

/** A cgroup below our own, or none: without root, or in a container that may not. */
function makeCgroup(name: string): string | undefined {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
    const mount = /^\S+ \S+ \S+ \S+ (\S+) .*- cgroup2 /m.exec(mounts)?.[1];
    const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1];
    if (!mount || own === undefined) return undefined;
    const folder = join(mount, own, name);
    mkdirSync(folder);
    return folder;
  } catch {
    return undefined;
  }
}
