import { createFinder } from '../files/search/find-matches.ts';
import type { SaidText, Store } from '../store/store.ts';

const MOST_BYTES = 64 * 1024 * 1024;
const AROUND = 200;

/**
 * What was said, called and answered that matches, the latest first, with what is around it. A pattern is a text, whatever
 * its case, or a regular expression as `/…/` or `/…/i`.
 */
export function searchConversation(
  store: Pick<Store, 'texts'>,
  conversation: string,
  pattern: string,
  limit: number,
): SaidText[] {
  const isExpression = /^\/.+\/i?$/s.test(pattern);
  const finder = createFinder(
    isExpression ? pattern : `/${pattern.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}/i`,
  );
  const found: SaidText[] = [];
  let left = MOST_BYTES;
  for (const said of store.texts(conversation)) {
    const bytes = Buffer.from(said.text);
    left -= bytes.length;
    if (left < 0) break;
    const [end] = finder.matchEnds(bytes);
    if (end === undefined) continue;
    const around = bytes.subarray(Math.max(0, end - AROUND), end + AROUND).toString();
    found.push({ ...said, text: around.replaceAll('\ufffd', '') });
    if (found.length === limit) break;
  }
  return found;
}
