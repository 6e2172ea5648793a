/**
 * One suite, unchanged, for every environment: what holds on this machine holds there. Each run leaves its results for
 * `scripts/environment-table.ts`, which makes the table in docs/environments.md of them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ending } from './behaviours/ending.ts';
import { input } from './behaviours/input.ts';
import { output } from './behaviours/output.ts';
import { surroundings } from './behaviours/surroundings.ts';
import { surviving } from './behaviours/surviving.ts';
import { telling } from './behaviours/telling.ts';
import { type Site, Trial } from './behaviours/trial.ts';

export const behaviours = { ...output, ...input, ...ending, ...surroundings, ...telling, ...surviving };
export type BehaviourName = keyof typeof behaviours;

export type BehaviourResults = {
  readonly environment: string;
  /** Not the real service but a server that speaks its protocol. */
  readonly standIn?: boolean;
  /** Why none of it could be tried here. */
  readonly skipped?: string;
  /** `passed`, `failed`, or in words why it cannot be there. */
  readonly results: Readonly<Record<string, string>>;
};

/** Where each run leaves its results. */
export const resultsFolder = join(import.meta.dirname, '../../node_modules/.cache/ringback-behaviour');

type Options = {
  /** Why it cannot be tried here; false when it can. */
  readonly skip?: string | false;
  /** Not the real service but a server that speaks its protocol. */
  readonly standIn?: boolean;
  /** What it cannot do by its nature: the reason. */
  readonly except?: Partial<Record<BehaviourName, string>>;
};

type Undo = (clean: () => void | Promise<void>) => void;

export function describeBehaviour(
  environment: string,
  open: (undo: Undo) => Promise<Site>,
  { skip = false, standIn = false, except = {} }: Options = {},
): void {
  const results: Record<string, string> = {};
  const undo: (() => void | Promise<void>)[] = [];
  if (skip) store({ environment, standIn, skipped: skip, results });
  describe(`behaviour: ${environment}`, { skip }, () => {
    let trial: Trial;
    before(async () => {
      trial = new Trial((clean) => undo.unshift(clean), await open((clean) => undo.unshift(clean)));
    });
    for (const [name, show] of Object.entries(behaviours)) {
      const reason = except[name as BehaviourName];
      results[name] = reason ?? 'failed';
      test(name, { skip: reason ?? false, timeout: 120_000 }, async () => {
        await show(trial);
        results[name] = 'passed';
      });
    }
    after(async () => {
      store({ environment, standIn, results });
      for (const clean of undo) await clean();
    });
  });
}

function store(found: BehaviourResults): void {
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${found.environment}.json`), JSON.stringify(found, undefined, 2));
}
