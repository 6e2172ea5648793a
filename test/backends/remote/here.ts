import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import * as z from 'zod/mini';
import { spawnProgram } from '../../../src/backends/child-program.ts';
import {
  defineEnvironment,
  type Environment,
  PlaceGone,
  type Program,
} from '../../../src/backends/environment.ts';
import { type AnyKind, addKind } from '../../../src/backends/kinds.ts';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { FRAME } from '../../../src/keeper/frames/frame.ts';

/** What a test can do to the places of this kind: they are this machine, with a home of their own. */
export class Here {
  readonly home: string;
  readonly #programs = new Set<Program>();
  /** How often a program was run there. */
  runs = 0;
  /** Set: nobody can be reached, for this reason. */
  trouble: string | undefined;
  /** Set: the place is no more, for this reason. */
  goneBecause: string | undefined;
  released = 0;
  /** Set: the line breaks when the next start is sent, before or after it was. */
  breakAtStart: 'before' | 'after' | undefined;

  /** `home`: one that is there already and stays. */
  constructor(t: Pick<TestContext, 'after'>, home?: string) {
    this.home = home ?? mkdtempSync(join(tmpdir(), 'ringback-there-'));
    if (home === undefined) t.after(() => removeFolder(this.home));
    addKind(this.#kind() as AnyKind);
  }

  /** From now on it is another machine that answers. */
  set node(name: string) {
    const bin = join(this.home, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'uname'), `#!/bin/sh\n[ "$1" = -n ] && echo ${name} || exec /bin/uname "$@"\n`, {
      mode: 0o755,
    });
  }

  /** All lines break; what runs there runs on. */
  cut(): void {
    for (const program of this.#programs) {
      program.stdin.destroy();
      program.stdout.destroy();
      program.close();
    }
    this.#programs.clear();
  }

  get lines(): number {
    return this.#programs.size;
  }

  #kind() {
    return defineEnvironment({
      kind: 'here',
      summary: 'this machine, for tests',
      schema: z.strictObject({}),
      create: () => this.#environment(),
    });
  }

  #environment(): Environment {
    return {
      isPerProcess: false,
      open: async () => {
        if (this.goneBecause !== undefined) throw new PlaceGone(this.goneBecause);
        if (this.trouble !== undefined) throw new Error(this.trouble);
        return { ref: { home: this.home }, run: (args) => this.#run(args), close: async () => {} };
      },
      release: async () => {
        this.released += 1;
      },
      close: async () => {},
    };
  }

  async #run(args: readonly string[]): Promise<Program> {
    if (this.trouble !== undefined) throw new Error(this.trouble);
    this.runs += 1;
    const env = { PATH: `${this.home}/bin:${process.env.PATH ?? '/usr/bin:/bin'}`, HOME: this.home };
    // As a server there would find it: by its own PATH.
    const program = await spawnProgram(args[0] === 'uname' ? ['/usr/bin/env', ...args] : args, { env });
    if (args.includes('hub')) this.#breakAtStart(program);
    this.#programs.add(program);
    void program.ended.then(() => this.#programs.delete(program));
    return program;
  }

  #breakAtStart({ stdin }: Program): void {
    const write = stdin.write.bind(stdin) as (bytes: Buffer) => boolean;
    stdin.write = ((bytes: Buffer) => {
      const when = bytes.readUInt16LE(4) === FRAME.SPAWN ? this.breakAtStart : undefined;
      if (when === undefined) return write(bytes);
      this.breakAtStart = undefined;
      if (when === 'after') write(bytes);
      // What was written is on its way when this line is no more.
      setTimeout(() => this.cut(), when === 'after' ? 100 : 0);
      return true;
    }) as typeof stdin.write;
  }
}
