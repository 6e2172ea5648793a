import { hostname } from 'node:os';
import type { EnvironmentTable } from '../backends/environment-table.ts';
import { whereOf } from '../backends/where.ts';
import { LOCAL } from '../base/environment-name.ts';
import type { Contacts, EnvironmentState, EnvironmentStep } from './contacts.ts';
import { type TestEngine, testEnvironment } from './test-environment.ts';
import type { ListFilter, ProcessSnapshot } from './types.ts';

export type EnvironmentSummary = EnvironmentState & {
  readonly name: string;
  /** `local`, or the kind; empty where the entry is too wrong to say. */
  readonly type: string;
  /** The host, container, image … that it stands for. */
  readonly where: string;
  /** Processes there that have not ended, queued ones included. */
  readonly running: number;
};

type Options = {
  readonly table: EnvironmentTable;
  readonly engine: TestEngine & { list(filter: ListFilter): ProcessSnapshot[] };
  readonly contacts: Contacts;
};

/** The environments of a home: what there is, and whether it works. */
export class Environments {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws for a name that is unknown, and for a wrong entry. */
  async check(name: string): Promise<void> {
    if (name !== LOCAL) await this.#options.table.get(name);
  }

  /** This machine first. Connects to nothing. */
  async list(): Promise<EnvironmentSummary[]> {
    const { table, engine } = this.#options;
    const active = Map.groupBy(
      engine.list({ includeEnded: false, includeForeground: true }),
      ({ environment }) => environment,
    );
    const known = await table.names();
    const names = new Set([...known, ...active.keys()].filter((name) => name !== LOCAL));
    const running = (name: string) => active.get(name)?.length ?? 0;
    const others = [...names].map(async (name) => ({
      ...(await this.#describe(name)),
      running: running(name),
    }));
    return [
      {
        name: LOCAL,
        type: LOCAL,
        where: hostname(),
        state: 'connected',
        detail: '',
        running: running(LOCAL),
      },
      ...(await Promise.all(others)),
    ];
  }

  /** Runs a command there and looks at everything that it needs; ends with the first step that fails. */
  test(name: string, options: { seconds: number; signal: AbortSignal }): AsyncIterable<EnvironmentStep> {
    return testEnvironment(name, this.#options, options);
  }

  async #describe(name: string): Promise<Omit<EnvironmentSummary, 'running'>> {
    const { table, contacts } = this.#options;
    try {
      const { kind, settings } = await table.get(name);
      return { name, type: kind.kind, where: whereOf(settings), ...contacts.state(name) };
    } catch (error) {
      return { name, type: '', where: '', state: 'wrong', detail: (error as Error).message };
    }
  }
}
