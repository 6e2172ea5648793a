import type { Config } from '../../base/config.ts';
import { createRedactor, type Redactor } from '../../redact/redactor.ts';
import type { Tool } from '../tool.ts';
import { readEntries } from './entries.ts';
import type { Server } from './server.ts';
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
  onTrouble?(message: string, at: number): void;
};

type Used = ServerContext & { release(): Promise<void> };
type Missing = { readonly name: string; readonly why: string; readonly retryAt: number };

const REASON_CHARACTERS = 300;

/** Other people's servers, as one conversation uses them. One that does not come up costs it a line. */
export class ConversationServers {
  readonly #options: ServersOptions;
  readonly #redactor: Redactor;
  readonly #used: Used[] = [];
  /** What cannot be started as it is written down. */
  readonly #wrong: Missing[] = [];
  #isOpen = false;
  #told = new Set<string>();

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

  /** For the model: whose tools it does not have now. */
  missing(): string | undefined {
    const all = this.#missing().map(({ name, why }) => `${name} (${why})`);
    return all.length === 0
      ? undefined
      : `These servers of further tools are not there now, and calls of their tools fail: ${all.join('; ')}.`;
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
    if (trouble !== undefined) this.#wrong.push({ name: '.mcp.json', why: this.#clean(trouble), retryAt: 0 });
    for (const [name, entry] of Object.entries(entries)) {
      try {
        const used = servers.use(entry, folder, variables, env);
        const { redactor, outputCharacters } = { redactor: this.#redactor, ...config };
        this.#used.push({ name, entry, ...used, redactor, outputCharacters });
      } catch (error) {
        this.#wrong.push({ name, why: this.#clean((error as Error).message), retryAt: 0 });
      }
    }
  }

  #missing(): readonly Missing[] {
    const missing = this.#used.flatMap(({ name, server }) => this.#troubleOf(name, server));
    return [...this.#wrong, ...missing];
  }

  #troubleOf(name: string, { trouble }: Server): readonly Missing[] {
    return trouble ? [{ name, why: this.#clean(trouble.message), retryAt: trouble.retryAt }] : [];
  }

  /** Each once, until it is over. */
  #tell(): void {
    const missing = this.#missing();
    for (const { name, why, retryAt } of missing) {
      if (!this.#told.has(name))
        this.#options.onTrouble?.(`The MCP server ${name} is not there: ${why}.`, retryAt);
    }
    this.#told = new Set(missing.map(({ name }) => name));
  }

  #clean(text: string): string {
    const line = this.#redactor.redact(text).replace(/\s+/g, ' ').trim();
    return line.length > REASON_CHARACTERS ? `${line.slice(0, REASON_CHARACTERS)}…` : line;
  }
}
