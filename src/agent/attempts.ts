/** How often a question is asked that nobody lived to hear the answer of. */
export const MOST_ATTEMPTS = 3;
