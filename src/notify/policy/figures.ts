import { type Config, defaultConfig } from '../../base/config.ts';

/** Every figure of docs/behaviour.md, "Watch matches". */
export type PolicyFigures = Pick<
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

export const defaultFigures: PolicyFigures = defaultConfig;
