import { GOALS } from './goal-schema.ts';

/** From schema 2 to 3: goals. */
export const fromVersion2 = `
  ALTER TABLE steps ADD COLUMN judges INTEGER;
  ${GOALS}
`;
