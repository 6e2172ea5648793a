import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '../../../src/base/programs.ts';
import { Programs } from '../../agent/campaign/programs.ts';
import type { FaultHome } from '../../faults/support/home.ts';
import { keepersIn, programsGiven } from '../../faults/support/proc.ts';

/** Everybody of one home: also the parent and its delegates. */
export class Crowd extends Programs {
  readonly #home: FaultHome;
  readonly #package: string;

  constructor(home: FaultHome, folder: string) {
    super(home, folder);
    this.#home = home;
    this.#package = folder;
  }

  override async bringUp(): Promise<void> {
    await super.bringUp();
    if (this.parents.length === 0) this.#startParent();
  }

  #startParent(): void {
    const program = join(this.#package, 'dist/parent.js');
    const args = [...nodeOptions, program, '--home', this.#home.folder];
    spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }).unref();
  }

  get parents(): number[] {
    return programsGiven(this.#home.folder, /parent\.js$/);
  }

  get delegates(): number[] {
    return programsGiven(this.#home.folder, /delegate\.js$/);
  }

  get delegateKeepers(): number[] {
    const ids = this.#home.ids.filter((id) => {
      const spec = this.#home.keep(id, 'spec');
      return existsSync(spec) && readFileSync(spec, 'latin1').includes('dist/delegate.js');
    });
    return ids.flatMap((id) => keepersIn(this.#home.folder, id));
  }
}
