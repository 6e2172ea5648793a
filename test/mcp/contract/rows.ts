import { after, before, describe, it } from 'node:test';
import type { Config } from '../../../src/base/config.ts';
import type { Agent } from './agent.ts';
import { Scene } from './scene.ts';

/** One line of docs/behaviour.md, and what has to be seen of it through MCP. */
export type Row = {
  /** As docs/behaviour.md says it. */
  readonly rule: string;
  readonly run: (agent: Agent, scene: Scene) => Promise<void>;
};

/** The rule, the calls of an agent that nobody else has heard of, and what must be true of the results. */
export function row<T>(
  rule: string,
  calls: (agent: Agent, scene: Scene) => Promise<T>,
  holds: (results: T, agent: Agent, scene: Scene) => void | Promise<void>,
): Row {
  return {
    rule,
    run: async (agent, scene) => holds(await calls(agent, scene), agent, scene),
  };
}

type Options = {
  /** Figures of the home that are too large to wait for. */
  readonly config?: Partial<Config>;
  /** For rows that end what others stand on. */
  readonly oneByOne?: boolean;
};

/** A home and a connection for all rows; a session for each. */
export function checkRows(
  section: string,
  rows: readonly Row[],
  { config = {}, oneByOne }: Options = {},
): void {
  const scene = new Scene(after, config);
  describe(section, { concurrency: oneByOne ? 1 : 6 }, () => {
    before(() => scene.open());
    for (const { rule, run } of rows) it(rule, () => run(scene.newAgent(), scene));
  });
}
