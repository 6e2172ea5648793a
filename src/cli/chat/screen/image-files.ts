import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageTypeOf } from '../../../base/image.ts';

/** What a paste must not be longer than to be looked at as paths. */
const MOST_CHARACTERS = 8_192;
const HEAD_BYTES = 16;

/** The image files whose paths were pasted, or dragged into the terminal; none unless all of it are such. */
export function imagesIn(pasted: string): string[] {
  if (pasted.length > MOST_CHARACTERS) return [];
  const paths = splitWords(pasted.trim()).map(toPath);
  return paths.length > 0 && paths.every(isImage) ? paths : [];
}

/** By what the file begins with: a name proves nothing. */
function isImage(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return imageTypeOf(bytes.subarray(0, readSync(file, bytes))) !== undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** Terminals put quotes around a path with blanks, or a backslash before each. */
function splitWords(text: string): string[] {
  const words = text.match(/'[^']*'|"[^"]*"|(?:\\.|[^\s\\])+/g) ?? [];
  return words.map((word) => (/^['"]/.test(word) ? word.slice(1, -1) : word.replace(/\\(.)/g, '$1')));
}

function toPath(word: string): string {
  if (word.startsWith('file://')) {
    try {
      return fileURLToPath(word);
    } catch {
      return word;
    }
  }
  return resolve(word.replace(/^~(?=\/)/, homedir()));
}
