const NEXT_LOOK_MS = 5_000;

/** Calls once when the parent has gone. The end of stdin tells it first, unless somebody else holds that pipe open. */
export function onParentGone(leave: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    leave();
  }, NEXT_LOOK_MS);
  timer.unref();
}
