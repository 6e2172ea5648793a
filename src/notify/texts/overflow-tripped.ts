import type { OverflowTrippedEvent } from '../../wire/events.ts';
import { block } from './block.ts';
import { formatCount } from './fence.ts';
import { formatMoment } from './moment.ts';

const whose = { session: 'of this session', all: 'of all sessions together' } as const;

export function overflowTrippedText(event: OverflowTrippedEvent): string {
  const { scope, limit, window_seconds, silence_seconds, at } = event;
  return block(`Background processes ${whose[scope]} match their watch patterns too often.`, [
    `More than ${formatCount(limit)} matches in ${window_seconds}s, at ${formatMoment(at)}.`,
    `For ${silence_seconds}s from then matches are counted, not reported; then one notification says what was dropped.`,
    'The processes go on running; their completions are not affected.',
  ]);
}
