const counts = new Uint32Array(128);

/** Shannon entropy, in bits per character. */
export function entropyOf(text: string): number {
  counts.fill(0);
  for (let i = 0; i < text.length; i++) {
    // Secrets are ASCII; other characters are counted together.
    const code = Math.min(127, text.charCodeAt(i));
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let sum = 0;
  for (const count of counts) if (count > 0) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
}

/** Whether it looks random: letters and digits mixed, few of them repeated. */
export function looksRandom(text: string, shortest = 12): boolean {
  return (
    text.length >= shortest && /\d/.test(text) && /[a-zA-Z]/.test(text) && entropyOf(text.slice(0, 200)) >= 3
  );
}
