/** The work's outcome, or the signal's reason as soon as it comes. What the work brings too late is disposed of. */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  dispose?: (value: T) => void,
): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => {
      work.then(dispose, () => {});
      reject(signal.reason);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
