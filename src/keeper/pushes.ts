import { parseExit } from './exit.ts';
import { FRAME } from './frames/frame.ts';
import { type Fields, numberField } from './frames/record.ts';
import type { KeeperListener } from './keeper.ts';
import { parsePassing, parsePrompt } from './prompt.ts';

/** What a keeper says unasked. False: this is an answer. */
export function hearPush(
  type: number,
  fields: Fields,
  listener: Pick<KeeperListener, 'ended' | 'waits' | 'passed'> & Partial<Pick<KeeperListener, 'grew'>>,
): boolean {
  if (type === FRAME.GREW) listener.grew?.(numberField(fields, 'offset') ?? 0);
  else if (type === FRAME.ENDED) {
    const exit = parseExit(fields);
    if (exit) listener.ended(exit);
  } else if (type === FRAME.WAITS) {
    const prompt = parsePrompt(fields);
    if (prompt) listener.waits?.(prompt);
  } else if (type === FRAME.PASSED) listener.passed?.(parsePassing(fields));
  else return false;
  return true;
}
