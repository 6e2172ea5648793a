import { parseExit } from './exit.ts';
import { FRAME } from './frames/frame.ts';
import { type Fields, numberField } from './frames/record.ts';
import type { KeeperListener } from './keeper.ts';
import { parsePassing, parsePrompt } from './prompt.ts';
import { parseSilence } from './silence.ts';

/** What every keeper pushes, however far away it is. */
export type Pushed = Pick<KeeperListener, 'ended' | 'waits' | 'passed' | 'quiet' | 'resumed'>;

/** What a keeper says unasked. False: this is an answer. */
export function hearPush(
  type: number,
  fields: Fields,
  listener: Pushed & Partial<Pick<KeeperListener, 'grew'>>,
): boolean {
  if (type === FRAME.GREW) listener.grew?.(numberField(fields, 'offset') ?? 0);
  else if (type === FRAME.ENDED) {
    const exit = parseExit(fields);
    if (exit) listener.ended(exit);
  } else if (type === FRAME.WAITS) {
    const prompt = parsePrompt(fields);
    if (prompt) listener.waits?.(prompt);
  } else if (type === FRAME.PASSED) listener.passed?.(parsePassing(fields));
  else if (type === FRAME.QUIET) {
    const silence = parseSilence(fields);
    if (silence) listener.quiet?.(silence);
  } else if (type === FRAME.RESUMED) listener.resumed?.();
  else return false;
  return true;
}
