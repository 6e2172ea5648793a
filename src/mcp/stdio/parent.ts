const NEXT_LOOK_MS = 5_000;

/** Calls once when the parent has exited. Usually stdin ends first, unless another process holds that pipe open. */
export function onParentGone(leave: () => void, nextLookMs: number = NEXT_LOOK_MS): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, nextLookMs);
  timer.unref();
}
