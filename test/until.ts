/** A look at all of /proc takes milliseconds, and other tests want the processor: no more than a tenth of the time. */
const PAUSES_PER_LOOK = 9;
const LEAST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/** Looks again and again at something that no event tells; what never comes fails by name. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const began = performance.now();
    if (await isSo()) return;
    if (Date.now() > deadline) throw new Error(`it never came: ${what}`);
    const pauseMs = PAUSES_PER_LOOK * (performance.now() - began);
    await new Promise((resolve) =>
      setTimeout(resolve, Math.min(Math.max(LEAST_PAUSE_MS, pauseMs), LONGEST_PAUSE_MS)),
    );
  }
}
