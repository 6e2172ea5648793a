import type { OverflowReleasedEvent } from '../../wire/events.ts';
import { block } from './block.ts';
import { countOf, fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

const COMMAND_CHARACTERS = 200;
const LINE_CHARACTERS = 500;

export function overflowReleasedText(event: OverflowReleasedEvent): string {
  const { suppressed, processes, at } = event;
  return block('Background processes of this session report watch matches again.', [
    `The silence ended at ${formatMoment(at)}. ${countOf(suppressed, 'match was', 'matches were')} dropped in it:`,
    ...processes.flatMap((each) => [
      `${countOf(each.suppressed, 'match', 'matches')} of ${formatName(each.session_id)}. Its command:`,
      fenceStart(each.command, COMMAND_CHARACTERS),
      'The first of the lines:',
      fenceStart(each.first_line, LINE_CHARACTERS),
    ]),
    'Everything one of them printed: process(action="log", session_id="<its id>")',
  ]);
}
