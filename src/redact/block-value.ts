import { lookBack } from './limits.ts';
import { isPlaceholder, isPlainWord } from './plain-value.ts';
import type { NameKind } from './secret-name.ts';

const opening = /["']?[ \t]{0,8}:[ \t]{1,8}[|>][+-]?\d?[ \t]*\n/y;
const line = /([ \t]{1,64})(\S{1,4096})[ \t]*(?:\n|$)/y;

/** The lines of a YAML block (`name: |`) after a name, if they are single words: with spaces it is prose. */
export function readBlock(
  text: string,
  nameEnd: number,
  kind: NameKind,
): { readonly start: number; readonly end: number } | undefined {
  opening.lastIndex = nameEnd;
  if (!opening.test(text)) return undefined;
  const first = opening.lastIndex;
  let start: number | undefined;
  let end = first;
  let indent = '';
  for (let at = first; at - first < lookBack; at = line.lastIndex) {
    line.lastIndex = at;
    const [, lead = '', word = ''] = line.exec(text) ?? [];
    if (word === '' || (start !== undefined && lead !== indent)) {
      // A line of several words: none of them is a secret.
      if (
        start !== undefined &&
        text.startsWith(indent, at) &&
        /^[ \t]+\S+[ \t]+\S/.test(text.slice(at, at + 256))
      )
        return undefined;
      break;
    }
    if (start === undefined) {
      const shortest = kind === 'password' ? 3 : 8;
      if (word.length < shortest || isPlaceholder(word) || isPlainWord(word)) return undefined;
      start = at + lead.length;
      indent = lead;
    }
    end = at + lead.length + word.length;
  }
  return start === undefined ? undefined : { start, end };
}
