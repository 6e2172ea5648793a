/**
 * Aborts with any of them. Unlike `AbortSignal.any` it leaves nothing behind on a signal that lives as long as the
 * engine, once `leave` is called.
 */
export function joinSignals(...sources: (AbortSignal | undefined)[]): { signal: AbortSignal; leave(): void } {
  const joined = new AbortController();
  const abort = () => joined.abort();
  for (const source of sources) {
    if (source?.aborted) abort();
    source?.addEventListener('abort', abort);
  }
  return {
    signal: joined.signal,
    leave: () => {
      for (const source of sources) source?.removeEventListener('abort', abort);
    },
  };
}
