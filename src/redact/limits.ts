/** Promise 17: no secret is longer, so this much text before a cut decides what is shown after it. */
export const lookBack = 16 * 1024;
