import type { Entry } from '../store/entries.ts';

/** Roughly, for text and code in most languages. */
export const CHARACTERS_PER_TOKEN = 4;
const TOKENS_OF_IMAGE = 1_500;
/** From here on a conversation is long, as a part of what the model takes. */
const LONG = 0.75;
/** What stays word for word, as a part of what the model takes; where that is not known, of what there is. */
const KEPT = 0.2;
const KEPT_OF_ALL = 0.25;
/** Less than this is not worth a summary. */
const LEAST = 0.1;

export function isLong(tokens: number, contextTokens: number | undefined): boolean {
  return contextTokens !== undefined && tokens > LONG * contextTokens;
}

/**
 * The position up to which a summary stands for what was said; the newest part stays. A step is one with its results: they
 * are never separated. Undefined: too little would be gained.
 */
export function chooseCut(entries: readonly Entry[], contextTokens: number | undefined): number | undefined {
  const sizes = entries.map(tokensOf);
  const all = sum(sizes);
  const most = contextTokens === undefined ? KEPT_OF_ALL * all : Math.min(KEPT * contextTokens, all / 2);
  let kept = sizes.at(-1) ?? 0;
  let from = entries.length - 1;
  while (from > 0 && kept + (sizes[from - 1] ?? 0) <= most) kept += sizes[--from] ?? 0;
  return all - kept < LEAST * all ? undefined : entries[from - 1]?.position;
}

export function tokensOf(entry: Entry): number {
  const parts = entry.kind === 'step' ? [...entry.content, ...entry.answers] : entry.content;
  return sum(
    parts.map((part) => {
      if (part.type === 'image') return TOKENS_OF_IMAGE;
      const images = part.type === 'answer' ? (part.images?.length ?? 0) : 0;
      const text = JSON.stringify(part.type === 'answer' ? part.output : part);
      return text.length / CHARACTERS_PER_TOKEN + images * TOKENS_OF_IMAGE;
    }),
  );
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
