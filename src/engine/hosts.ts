import type { Host } from '../keeper/host.ts';

/** This machine's name among the environments. */
export const LOCAL = 'local';

/** The hosts of a home, by the names of their environments. */
export class Hosts {
  readonly #local: Host;

  constructor(local: Host) {
    this.#local = local;
  }

  of(_environment: string): Host {
    return this.#local;
  }

  async close(): Promise<void> {
    await this.#local.close();
  }
}
