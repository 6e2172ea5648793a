/** Every figure of behaviour.md, "Watch matches". */
export const defaultFigures = {
  /** At most one match notification per process in this time. */
  spacingMs: 15_000,
  /** So many windows with a drop in a row end the watching. */
  strikes: 3,
  /** More match notifications than this within `breakerWindowMs` are an overflow: of one session … */
  sessionMatches: 15,
  /** … and of all sessions together. */
  allMatches: 60,
  breakerWindowMs: 10_000,
  /** How long it is silent after an overflow. */
  silenceMs: 30_000,
  /** What one match notification shows at most. */
  matchLines: 20,
  matchCharacters: 2_000,
};

export type PolicyFigures = Readonly<typeof defaultFigures>;
