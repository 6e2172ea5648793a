import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess, fileSize } from './execute.ts';

/** The commands that every tool is given, as files: quoting differs between the tools. */
export class Scripts {
  readonly #folder: string;
  readonly #pids: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#pids = join(folder, 'pids');
  }

  write(name: string, text: string): string {
    const path = join(this.#folder, `${name}.sh`);
    writeFileSync(path, text);
    return path;
  }

  /** Says nothing for a minute. */
  quiet(): string {
    return this.write('quiet', `echo $$ >> ${this.#pids}\nexec sleep 60\n`);
  }

  /** A tool may forget its processes; they are ended all the same, if they are still who they were. */
  async endLeftOver(): Promise<void> {
    const pids = fileSize(this.#pids) > 0 ? readFileSync(this.#pids, 'utf8').trim().split('\n') : [];
    for (const pid of pids) {
      if (commandOf(pid) === 'sleep\x0060\0') await endProcess(Number(pid), 'SIGKILL');
    }
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
