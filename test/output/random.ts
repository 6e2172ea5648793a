import type { Span } from './keep-builder.ts';

/** The same numbers for the same seed (mulberry32), so that a failure can be repeated. */
export type Random = {
  /** A whole number in `[low, high]`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly [T, ...T[]]): T;
};

export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  };
}

/** Lines of all lengths, some empty, some long, the last one perhaps unfinished. */
export function randomLines(random: Random, lines: number): Buffer {
  let text = '';
  for (let i = 0; i < lines; i += 1) {
    text += `${i}:${'x'.repeat(random.chance(0.05) ? random.between(200, 900) : random.between(0, 30))}\n`;
    if (random.chance(0.2)) text += '\n';
  }
  return Buffer.from(random.chance(0.5) ? text : `${text}unfinished`);
}

/** Cuts `[0, length)` into segments; some are dropped, some end early (a full disk). */
export function randomSegments(random: Random, length: number): Span[] {
  const segments: Span[] = [];
  for (let start = 0; start < length; ) {
    const end = Math.min(length, start + random.between(1, 700));
    const kept = random.chance(0.15) ? random.between(start, end) : end;
    if (start === 0 || random.chance(0.7)) segments.push({ start, end: kept });
    start = end;
  }
  return segments;
}

export function isKept(segments: readonly Span[], offset: number): boolean {
  return segments.some(({ start, end }) => start <= offset && offset < end);
}
