import type { CodeLanguage } from './types.ts';

/** What Node and Python print when memory is refused, before the guard has seen it used. */
const lastWords = {
  node: /^FATAL ERROR: .*(?:out of memory|OOM)|^RangeError: Array buffer allocation failed/im,
  python: /^MemoryError\b/m,
};

/** For a script that failed. */
export function hasRunOutOfMemory(language: CodeLanguage, output: string): boolean {
  return lastWords[language === 'python' ? 'python' : 'node'].test(output.slice(-8_000));
}
