/**
 * Apptainer, which Debian has only in sid: in a root folder of sid's own, made once, that a mount namespace per test has as
 * its root. Its program is a script that goes in there.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { isAlive } from '../../cli/cli-home.ts';
import type { Undo } from '../agent-folder.ts';
import { prepareOnce } from '../install.ts';

const run = promisify(execFile);
const enter = join(import.meta.dirname, 'enter-root.sh');
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What is in the image: busybox, under all its names. */
const definition = `Bootstrap: scratch
%setup
  cd "$APPTAINER_ROOTFS"
  mkdir -p bin dev etc proc root sys tmp var/tmp
  cp /usr/local/bin/busybox bin/busybox
  for name in $(bin/busybox --list); do [ -e "bin/$name" ] || ln -s busybox "bin/$name"; done
  echo 'root:x:0:0:root:/root:/bin/sh' >etc/passwd
  echo 'root:x:0:' >etc/group
  : >etc/hosts
  : >etc/resolv.conf
`;

/** For `skip` of a suite: false where Apptainer can be had, else why not. */
export async function whyNoApptainer(): Promise<string | false> {
  if (process.getuid?.() !== 0) return 'Apptainer: its root folder can only be made by root';
  try {
    await prepareRoot();
    return false;
  } catch (error) {
    return `Apptainer cannot be set up: ${(error as Error).message.trim().split('\n').at(-1)}`;
  }
}

export class Apptainer {
  /** The program. */
  readonly program: string;
  /** Of the image, as seen by the program: a sandbox folder, and a SIF file. */
  readonly sandbox = '/srv/box';
  readonly sif = '/srv/box.sif';
  /** Without them it asks for a capability that a virtual machine may not have. */
  readonly options: readonly string[] = ['--userns', '--no-home', '--writable-tmpfs'];
  readonly #folder = mkdtempSync(join(tmpdir(), 'ringback-apptainer-'));
  readonly #holder: ChildProcess;

  private constructor(undo: Undo, root: string) {
    this.program = join(this.#folder, 'apptainer');
    this.#holder = spawn('unshare', ['--mount', 'sh', enter, root, 'sh', '-c', 'echo; exec cat'], {
      env: { PATH: path },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    undo(() => this.#end());
  }

  static async start(undo: Undo): Promise<Apptainer> {
    const apptainer = new Apptainer(undo, await prepareRoot());
    await apptainer.#whenReady();
    return apptainer;
  }

  /** What the program prints. */
  async client(...args: readonly string[]): Promise<string> {
    return (await run(this.program, args)).stdout;
  }

  async #whenReady(): Promise<void> {
    const { pid, stdout } = this.#holder;
    if (!stdout) throw new Error('no output');
    await Promise.race([
      once(stdout, 'data'),
      once(this.#holder, 'exit').then(([code]) =>
        Promise.reject(new Error(`no root folder: exit code ${code}`)),
      ),
    ]);
    const env = `env HOME=/root PATH=${path}`;
    const script = `#!/bin/sh\nexec nsenter --target ${pid} --mount -- ${env} apptainer "$@"\n`;
    writeFileSync(this.program, script, { mode: 0o755 });
  }

  /** Instances are nobody's children: each is known by its place in the namespace of the holder. */
  async #end(): Promise<void> {
    try {
      const listed = JSON.parse(await this.client('instance', 'list', '--json')) as {
        instances: { pid: number }[];
      };
      for (const { pid } of listed.instances) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    } finally {
      this.#holder.kill('SIGKILL');
      removeFolder(this.#folder);
    }
  }
}

function prepareRoot(): Promise<string> {
  return prepareOnce('apptainer-of-sid-1', async (draft) => {
    const options = { env: { PATH: path, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 << 20 };
    const wish = ['--variant=minbase', '--include=apptainer,squashfuse'];
    // In a namespace of its own, so that nothing stays mounted when it fails.
    await run('unshare', ['--mount', 'debootstrap', ...wish, 'sid', draft], options).catch(sayWhy(draft));
    for (const name of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/locale'])
      removeFolder(join(draft, name));
    copyFileSync('/bin/busybox', join(draft, 'usr/local/bin/busybox'));
    writeFileSync(join(draft, 'etc/hosts'), '127.0.0.1 localhost\n');
    writeFileSync(join(draft, 'srv/box.def'), definition);
    const build = 'apptainer build --sandbox /srv/box /srv/box.def && apptainer build /srv/box.sif /srv/box';
    await run('unshare', ['--mount', 'sh', enter, draft, 'sh', '-ec', build], options);
  });
}

/** debootstrap keeps its reasons in a file. */
function sayWhy(draft: string) {
  return (error: Error & { stdout?: string }) => {
    let log = '';
    try {
      log = readFileSync(join(draft, 'debootstrap/debootstrap.log'), 'utf8');
    } catch {
      // it did not come that far
    }
    throw new Error(`${error.stdout ?? ''}\n${log.trim() || error.message}`);
  };
}
