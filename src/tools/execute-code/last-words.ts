import type { CodeLanguage } from './types.ts';

type LastWords = { readonly node: RegExp; readonly python: RegExp };

/** What Node and Python print when memory is refused, before the guard has seen it used. */
const outOfMemory: LastWords = {
  node: /^FATAL ERROR: .*(?:out of memory|OOM)|^RangeError: Array buffer allocation failed/im,
  python: /^MemoryError\b/m,
};

/** The same of processes: the kernel refuses hundreds of them between two looks of the guard. */
const outOfProcesses: LastWords = {
  node: /^Error: spawn .*EAGAIN\b/m,
  python: /^BlockingIOError: \[Errno 11\] Resource temporarily unavailable\n?$/m,
};

/** For a script that failed. */
export function limitInLastWords(
  language: CodeLanguage,
  output: string,
): 'memory_limit' | 'process_limit' | undefined {
  const runtime = language === 'python' ? 'python' : 'node';
  const end = output.slice(-8_000);
  if (outOfMemory[runtime].test(end)) return 'memory_limit';
  return outOfProcesses[runtime].test(end) && /\b(fork|spawn)/.test(end) ? 'process_limit' : undefined;
}
