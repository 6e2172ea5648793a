const POLL_MS = 5_000;

/** Calls once when the parent has exited. Usually stdin ends first, unless another process holds that pipe open. */
export function onParentGone(onGone: () => void, nextLookMs: number = POLL_MS): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, nextLookMs);
  timer.unref();
}
