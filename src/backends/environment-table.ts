import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../base/config.ts';
import { LOCAL } from '../base/environment-name.ts';
import { RingbackError } from '../base/errors.ts';
import { loadConfig } from '../base/load-config.ts';
import { type ParsedEnvironment, parseEnvironment } from './parse-environment.ts';

type Entries = Config['environments'];
type Known = { readonly text: string; readonly parsed: Promise<ParsedEnvironment> };

/** The environments of a home, by name. The file is read again when it has changed: no daemon need be restarted. */
export class EnvironmentTable {
  readonly #home: string;
  readonly #known = new Map<string, Known>();
  #entries: Entries = {};
  #seen: string | undefined;
  /** Why the file could not be read the last time; what it said before holds on. */
  #trouble: Error | undefined;

  constructor(home: string) {
    this.#home = home;
  }

  /** Without `local`. */
  async names(): Promise<readonly string[]> {
    await this.#read();
    return Object.keys(this.#entries);
  }

  /** The same object as long as its entry stays the same. Throws for a name that is unknown, and for a wrong entry. */
  async get(name: string): Promise<ParsedEnvironment> {
    await this.#read();
    const entry = Object.hasOwn(this.#entries, name) ? this.#entries[name] : undefined;
    if (entry === undefined) throw this.#trouble ?? this.#unknown(name);
    const text = JSON.stringify(entry);
    const known = this.#known.get(name);
    if (known?.text === text) return known.parsed;
    const parsed = parseEnvironment(name, entry);
    this.#known.set(name, { text, parsed });
    return parsed;
  }

  /** Why the file cannot be read now; undefined when it can. */
  async trouble(): Promise<Error | undefined> {
    await this.#read();
    return this.#trouble;
  }

  async #read(): Promise<void> {
    const seen = this.#signature();
    if (seen === this.#seen) return;
    try {
      this.#entries = (await loadConfig(this.#home)).environments;
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error as Error;
    }
    this.#seen = seen;
  }

  #signature(): string {
    const stats = statSync(join(this.#home, 'config.json'), { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : 'absent';
  }

  #unknown(name: string): RingbackError {
    const names = [LOCAL, ...Object.keys(this.#entries)].map((one) => JSON.stringify(one)).join(', ');
    return new RingbackError(
      'no_environment',
      `There is no environment ${JSON.stringify(name)}.`,
      `Configured here: ${names}. Others are added under "environments" in ${join(this.#home, 'config.json')}.`,
    );
  }
}
