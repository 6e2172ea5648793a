/** Waits until a promise is settled, either way; fails when that takes too long. */
export async function settledIn(ms: number, promise: Promise<unknown>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms: ${what}`)), ms);
  });
  try {
    await Promise.race([Promise.allSettled([promise]), late]);
  } finally {
    clearTimeout(timer);
  }
}
