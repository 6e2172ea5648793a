import { createRandom, type Random } from './random.ts';

const base64 = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'];
const alphanumeric = base64.slice(0, 62);

/** Letters and digits that nobody uses anywhere; the same for the same seed. */
export function madeUp(length: number, seed: number, characters: readonly string[] = alphanumeric): string {
  const random: Random = createRandom(seed);
  return Array.from({ length }, () => random.pick(characters)).join('');
}

/** Lines like those of a private key. */
export function keyLines(count: number, seed: number): string[] {
  return Array.from({ length: count }, (_, i) => madeUp(64, seed + i, base64));
}

export function privateKey(seed: number, kind = 'RSA '): string {
  // Put together here: the mark as such is what scanners of repositories look for.
  const mark = (word: string) => `-----${word} ${kind}PRIVATE ${'KEY'}-----`;
  return [mark('BEGIN'), ...keyLines(25, seed), `${madeUp(20, seed + 99)}==`, mark('END')].join('\n');
}

/** What of a secret would be half a secret: any eight characters of it in a row. */
export function piecesOf(secret: string): string[] {
  return Array.from({ length: Math.max(1, secret.length - 7) }, (_, i) => secret.slice(i, i + 8));
}

export function showsPart(text: string, secret: string): boolean {
  return piecesOf(secret).some((piece) => text.includes(piece));
}
