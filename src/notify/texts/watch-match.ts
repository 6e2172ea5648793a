import type { WatchMatchEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block } from './block.ts';
import { countOf, fence, fenceStart, formatCount } from './fence.ts';
import { PATTERN_CHARACTERS, unscannedLine } from './watch.ts';

export function watchMatchText(event: WatchMatchEvent): string {
  const { session_id, output, matched_lines, suppressed } = event;
  const shown = output.replace(/\n$/, '').split('\n').length;
  return block(`${processName(session_id)} printed what you watch for.`, [
    ...startedLines(event),
    'Pattern:',
    fenceStart(event.pattern, PATTERN_CHARACTERS),
    matched_lines > shown
      ? `Matching lines (the first ${formatCount(shown)} of ${formatCount(matched_lines)}):`
      : matched_lines === 1
        ? 'Matching line:'
        : 'Matching lines:',
    fence(output),
    suppressed === 0
      ? undefined
      : `${countOf(suppressed, 'match', 'matches')} before this came too soon after the last and ${suppressed === 1 ? 'was' : 'were'} not reported.`,
    unscannedLine(event.unscanned_bytes),
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}
