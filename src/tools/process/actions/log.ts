import { defined } from '../../../base/defined.ts';
import { reachesEnd } from '../../../engine/log.ts';
import { reportOnce } from '../../report-once.ts';
import type { ProcessAction } from '../action.ts';
import { processFields } from '../fields.ts';
import { grepLog } from '../grep.ts';

/** Lines of the output: the tail, from a line on, what is new since a cursor, or those that match a pattern. */
export const log: ProcessAction = (context, id, { grep, context: around, ...range }) => {
  const { engine, views } = context;
  const { offset, limit, cursor } = range;
  // Some lines are not the end of the output: nothing counts as seen.
  if (grep !== undefined)
    return grepLog(context, id, { grep, ...range, ...(around !== undefined && { context: around }) });
  return reportOnce(context, id, async () => {
    const process = engine.get(id);
    const shown = views.log(process, defined({ offset, limit, cursor }));
    return {
      act: reachesEnd(shown, engine.end(id)) ? 'log_to_end' : 'nothing',
      result: {
        ...processFields(context, process),
        output: shown.output,
        total_lines: shown.totalLines,
        showing: `lines ${shown.showing.first}–${shown.showing.last} of ${shown.totalLines}`,
        cursor: shown.cursor,
        ...(shown.gaps.length > 0 && { gaps: shown.gaps }),
        ...(shown.note !== undefined && { note: shown.note }),
      },
    };
  });
};
