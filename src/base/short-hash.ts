import { createHash } from 'node:crypto';

/** The first hexadecimal digits of its SHA-256: a name that stands for the text. */
export function shortHash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
