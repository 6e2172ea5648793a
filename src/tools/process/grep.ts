import { parseCursor } from '../../engine/cursor.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { processFields } from './fields.ts';

type GrepArguments = {
  readonly grep: string;
  readonly context?: number;
  readonly offset?: number;
  readonly limit?: number;
  readonly cursor?: string;
};

const LINE_CHARACTERS = 1000;

/** The lines that match, as `grep -n` shows them: `12:` before one that matches, `11-` before one around it. */
export async function grepLog(context: ToolContext, id: string, args: GrepArguments): Promise<Outcome> {
  const { engine, views, config, signal } = context;
  const { grep: pattern, context: around = 0, offset, limit = config.logLines, cursor } = args;
  const process = engine.get(id);
  const request = {
    pattern,
    context: around,
    limit,
    ...(cursor !== undefined
      ? { progress: { position: parseCursor(cursor), count: 0, due: 0 } }
      : offset !== undefined && { offset }),
  };
  const gaps: { from: number; to: number }[] = [];
  let output = '';
  let matches = 0;
  let next: number | undefined;
  let expected = -1;
  for await (const event of views.grep(process, request, signal)) {
    if (event.type === 'gap') gaps.push({ from: event.from, to: event.to });
    else if (event.type === 'done') next ??= event.next;
    else
      for (const { line, text, match, cut } of event.lines) {
        const isLong = cut || text.length > LINE_CHARACTERS;
        const shown = `${line}${match ? ':' : '-'}${text.slice(0, LINE_CHARACTERS)}${isLong ? '…' : ''}\n`;
        const border = around > 0 && expected >= 0 && line > expected ? '--\n' : '';
        if (output.length + border.length + shown.length > config.logCharacters) {
          next = line;
          break;
        }
        output += border + shown;
        expected = line + 1;
        if (match) matches += 1;
      }
    if (next !== undefined) break;
  }
  return {
    result: {
      ...processFields(context, process),
      output,
      matches,
      ...(gaps.length > 0 && { gaps }),
      ...(next !== undefined && {
        note: `Stopped after ${matches} matching lines: more may follow; continue with offset=${next}.`,
      }),
    },
  };
}
