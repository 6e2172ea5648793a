import { ownRules } from './own-rules.ts';
import type { Rule } from './rule.ts';
import data from './rules.json' with { type: 'json' };

/** The public rule set (NOTICE.md) and what it lacks for output. */
export const rules: readonly Rule[] = [...data.rules, ...ownRules];
