import type { ModelPrice } from '../../base/config.ts';
import type { Usage } from '../model.ts';

type Known = ModelPrice & { readonly contextTokens: number };

const row = (
  contextTokens: number,
  input: number,
  output: number,
  cached: number,
  cacheWrite = input,
): Known => ({
  contextTokens,
  input,
  output,
  cached,
  cacheWrite,
});

/** When the table was read off the public catalogue models.dev. Prices for long inputs, where they differ, are left out. */
export const PRICES_OF = '2026-07-01';

const prices: Readonly<Record<string, Known>> = {
  'anthropic/claude-fable-5': row(1_000_000, 10, 50, 1, 12.5),
  'anthropic/claude-haiku-4-5': row(200_000, 1, 5, 0.1, 1.25),
  'anthropic/claude-opus-4-5': row(200_000, 5, 25, 0.5, 6.25),
  'anthropic/claude-opus-4-6': row(1_000_000, 5, 25, 0.5, 6.25),
  'anthropic/claude-opus-4-7': row(1_000_000, 5, 25, 0.5, 6.25),
  'anthropic/claude-opus-4-8': row(1_000_000, 5, 25, 0.5, 6.25),
  'anthropic/claude-sonnet-4-5': row(200_000, 3, 15, 0.3, 3.75),
  'anthropic/claude-sonnet-4-6': row(1_000_000, 3, 15, 0.3, 3.75),
  'anthropic/claude-sonnet-5': row(1_000_000, 2, 10, 0.2, 2.5),
  'openai/gpt-4.1': row(1_047_576, 2, 8, 0.5),
  'openai/gpt-4.1-mini': row(1_047_576, 0.4, 1.6, 0.1),
  'openai/gpt-5': row(400_000, 1.25, 10, 0.125),
  'openai/gpt-5-mini': row(400_000, 0.25, 2, 0.025),
  'openai/gpt-5.1': row(400_000, 1.25, 10, 0.125),
  'openai/gpt-5.2': row(400_000, 1.75, 14, 0.175),
  'openai/gpt-5.3-codex': row(400_000, 1.75, 14, 0.175),
  'openai/gpt-5.4': row(1_050_000, 2.5, 15, 0.25),
  'openai/gpt-5.4-mini': row(400_000, 0.75, 4.5, 0.075),
  'openai/gpt-5.5': row(1_050_000, 5, 30, 0.5),
  'google/gemini-2.5-flash': row(1_048_576, 0.3, 2.5, 0.03),
  'google/gemini-2.5-flash-lite': row(1_048_576, 0.1, 0.4, 0.01),
  'google/gemini-2.5-pro': row(1_048_576, 1.25, 10, 0.125),
  'google/gemini-3-flash-preview': row(1_048_576, 0.5, 3, 0.05),
  'google/gemini-3.1-flash-lite': row(1_048_576, 0.25, 1.5, 0.025),
  'google/gemini-3.1-pro-preview': row(1_048_576, 2, 12, 0.2),
  'google/gemini-3.5-flash': row(1_048_576, 1.5, 9, 0.15),
};

export const knownModels: readonly string[] = Object.keys(prices);

/** A model under its name, or under that with the day of its release. */
export const knownModel = (name: string): Known | undefined =>
  prices[name] ?? prices[name.replace(/-(\d{8}|\d{4}-\d\d-\d\d)$/, '')];

/** In US dollars. */
export function costOf(
  { inputTokens, cachedTokens, cacheWriteTokens = 0, outputTokens }: Usage,
  price: ModelPrice,
): number {
  const { input, output, cached = input, cacheWrite = input } = price;
  const plain = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return (
    (plain * input + cachedTokens * cached + cacheWriteTokens * cacheWrite + outputTokens * output) / 1e6
  );
}
