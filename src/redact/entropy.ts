/** Shannon's, in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let sum = 0;
  for (const count of counts.values()) sum -= (count / text.length) * Math.log2(count / text.length);
  return sum;
}

/** Whether it could have been drawn at random: letters and digits mixed, few of them repeated. */
export function looksRandom(text: string, shortest = 12): boolean {
  return (
    text.length >= shortest && /\d/.test(text) && /[a-zA-Z]/.test(text) && entropyOf(text.slice(0, 200)) >= 3
  );
}
