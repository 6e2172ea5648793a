import { isatty } from 'node:tty';
import { createTextCleaner } from '../../output/text-cleaner.ts';
import { describeEnding } from '../format/ending.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeOut } from '../out.ts';
import { createLinePrinter } from './line-printer.ts';
import type { LogOptions } from './pages.ts';

/** The end of the log as text, then what is printed from there on. */
export async function followText(
  { positionals, json, client }: Invocation<'log'>,
  options: LogOptions,
): Promise<number> {
  const [text = ''] = positionals;
  const log = await client.log(text, options);
  const id = log.session_id;
  if (json) writeJson(log);
  else writeOut(log.output);

  const cleaner = createTextCleaner({ atBeginning: log.cursor === '0' });
  const printer = createLinePrinter({ write: writeOut, rewrites: isatty(1) });
  for await (const event of client.follow(id, { from: Number(log.cursor) })) {
    if (event.type === 'output') {
      const lines = cleaner.push(event.bytes);
      if (!json) printer.print(lines, cleaner.rest());
      else if (lines !== '') writeJson({ session_id: id, offset: event.offset, output: lines });
    } else if (event.type === 'gap') {
      if (json) writeJson({ session_id: id, gap: { from: event.from, to: event.to } });
      else tellUser(`ringback: the bytes ${event.from} to ${event.to} are gone`);
    } else {
      if (json) writeJson(event.process);
      else if (isatty(2)) tellUser(`ringback: ${id} ${describeEnding(event.process)}`);
    }
  }
  const rest = cleaner.flush();
  if (!json) printer.print(rest, '');
  else if (rest !== '') writeJson({ session_id: id, output: rest });
  // It has shown everything to its end: the session it was shown to knows.
  if (options.session_key !== undefined) await client.log(id, { limit: 1, session_key: options.session_key });
  return 0;
}
