const NEXT_LOOK_MS = 5_000;

/** Calls once when the parent has gone. The end of stdin tells it first, unless somebody else holds that pipe open. */
export function onParentGone(leave: () => void, nextLookMs: number = NEXT_LOOK_MS): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, nextLookMs);
  timer.unref();
}
