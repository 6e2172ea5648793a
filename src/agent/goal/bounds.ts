import { formatAge } from '../../base/age.ts';
import type { Config } from '../../base/config.ts';

/** How far a goal may go by itself; 0: as far as it likes. */
export type Bounds = {
  /** Turns of its own. */
  readonly turns: number;
  /** Everything that the conversation shows its model and is told by it, from when the goal began. */
  readonly tokens: number;
  /** Likewise in US dollars, as far as prices are known. */
  readonly dollars: number;
  /** From when it began, also while it waits. */
  readonly seconds: number;
};

/** Those of the configuration. */
export function boundsOf({ goalTurns, goalTokens, goalDollars, goalSeconds }: Config): Bounds {
  return { turns: goalTurns, tokens: goalTokens, dollars: goalDollars, seconds: goalSeconds };
}

/** What it has taken so far. */
export type Spent = Bounds;

/** Why it must not go on; undefined: it may. The number of turns counts only when another one would begin. */
export function reachedBound(bounds: Bounds, spent: Spent, beginsTurn: boolean): string | undefined {
  const { turns, tokens, dollars, seconds } = bounds;
  const is = (bound: number, taken: number) => bound > 0 && taken >= bound;
  if (is(tokens, spent.tokens))
    return `It may take ${count(tokens)} tokens, and has taken ${count(spent.tokens)}.`;
  if (is(dollars, spent.dollars))
    return `It may cost $${dollars.toFixed(2)}, and has cost $${spent.dollars.toFixed(2)}.`;
  if (is(seconds, spent.seconds))
    return `It may go on for ${age(seconds)}, and has for ${age(spent.seconds)}.`;
  if (beginsTurn && is(turns, spent.turns)) return `It may take ${count(turns)} turns, and has taken them.`;
  return undefined;
}

/** What it has taken, for people. */
export function describeSpent({ turns, tokens, dollars, seconds }: Spent): string {
  const cost = dollars > 0 ? `, $${dollars.toFixed(2)}` : '';
  return `${turns === 1 ? '1 turn' : `${count(turns)} turns`}, ${count(tokens)} tokens${cost}, ${age(seconds)}`;
}

const count = (value: number): string => value.toLocaleString('en-US');
const age = (seconds: number): string => formatAge(seconds * 1000);
