import type { Config } from '../../base/config.ts';
import { createRedactor, type Redactor } from '../../redact/redactor.ts';
import type { Tool } from '../tool.ts';
import { readEntries } from './entries.ts';
import { type ServerContext, toTools } from './server-tools.ts';
import type { Servers } from './servers.ts';

export type ServersOptions = {
  readonly servers: Servers;
  readonly config: Config;
  /** The folder of the conversation. */
  readonly folder: string;
  /** Of the person: what the configuration names is taken from here. */
  readonly variables: Readonly<Record<string, string>>;
  /** What programs inherit: without keys of providers. */
  readonly env: Readonly<Record<string, string>>;
  /** Whose tools it does not have, and why; when that changes. */
  onMissing?(missing: readonly string[]): void;
};

type Used = ServerContext & { release(): Promise<void> };

const LINE_CHARACTERS = 300;

/** Other people's servers, as one conversation uses them. One that does not come up costs it a line. */
export class ConversationServers {
  readonly #options: ServersOptions;
  readonly #redactor: Redactor;
  readonly #used: Used[] = [];
  /** What cannot be started as it is written down. */
  readonly #wrong: string[] = [];
  #isOpen = false;
  #told = '';

  constructor(options: ServersOptions) {
    this.#options = options;
    this.#redactor = createRedactor({ enabled: options.config.redactSecrets });
  }

  /** After those of our own, whose names are theirs. */
  async tools(own: readonly Tool[], signal: AbortSignal): Promise<readonly Tool[]> {
    this.#open();
    const found = await Promise.all(this.#used.map(({ server }) => server.tools(signal)));
    const taken = new Set(own.map(({ name }) => name));
    const tools = this.#used.flatMap((context, at) => toTools(found[at] ?? [], context, taken));
    this.#tell();
    return [...own, ...tools];
  }

  /** Whose tools it does not have now, and why. */
  missing(): readonly string[] {
    const missing = this.#used.flatMap(({ name, server: { trouble } }) =>
      trouble === undefined ? [] : [this.#line(name, trouble)],
    );
    return [...this.#wrong, ...missing];
  }

  async close(): Promise<void> {
    this.#isOpen = true;
    await Promise.all(this.#used.splice(0).map((one) => one.release()));
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    const { servers, config, folder, variables, env } = this.#options;
    const { servers: entries, trouble } = readEntries(folder, config, variables.HOME ?? '');
    if (trouble !== undefined) this.#wrong.push(this.#line('.mcp.json', trouble));
    for (const [name, entry] of Object.entries(entries)) {
      try {
        const used = servers.use(entry, folder, variables, env);
        const { redactor, outputCharacters } = { redactor: this.#redactor, ...config };
        this.#used.push({ name, entry, ...used, redactor, outputCharacters });
      } catch (error) {
        this.#wrong.push(this.#line(name, (error as Error).message));
      }
    }
  }

  #tell(): void {
    const missing = this.missing();
    const all = missing.join('\n');
    if (all !== this.#told) this.#options.onMissing?.(missing);
    this.#told = all;
  }

  #line(name: string, why: string): string {
    const line = `${name}: ${this.#redactor.redact(why).replace(/\s+/g, ' ').trim()}`;
    return line.length > LINE_CHARACTERS ? `${line.slice(0, LINE_CHARACTERS)}…` : line;
  }
}
