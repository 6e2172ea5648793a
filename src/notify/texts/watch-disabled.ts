import type { WatchDisabledEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block } from './block.ts';
import { countOf, fenceStart } from './fence.ts';
import { PATTERN_CHARACTERS, unscannedLine } from './watch.ts';

export function watchDisabledText(event: WatchDisabledEvent): string {
  const { session_id, patterns, suppressed, strikes } = event;
  return block(`${processName(session_id)} is no longer watched: its patterns match too often.`, [
    ...startedLines(event),
    patterns.length === 1 ? 'Pattern:' : 'Patterns:',
    ...patterns.map((pattern) => fenceStart(pattern, PATTERN_CHARACTERS)),
    `Matches came too soon after the last one reported ${countOf(strikes, 'time', 'times')} in a row; ${countOf(suppressed, 'match was', 'matches were')} not reported.`,
    unscannedLine(event.unscanned_bytes),
    'You will be notified once more, when it ends.',
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}
