import type { Config } from '../../base/config.ts';

/** Every limit of docs/behaviour.md, "Watch matches". */
export type PolicyLimits = Pick<
  Config,
  | 'spacingMs'
  | 'strikes'
  | 'sessionMatches'
  | 'allMatches'
  | 'breakerWindowMs'
  | 'silenceMs'
  | 'matchLines'
  | 'matchCharacters'
>;
