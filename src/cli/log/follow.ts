import { isatty } from 'node:tty';
import type { Client } from '../../client/client.ts';
import { withoutInvisible } from '../../output/clean-text.ts';
import { createTextCleaner } from '../../output/text-cleaner.ts';
import { describeEnding, toExitCode } from '../format/ending.ts';
import { createTerminalFilter, keepColours } from '../format/terminal-filter.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeOut } from '../out.ts';
import { describeGap } from './gap.ts';
import { type LogOptions, logPages } from './pages.ts';
import { startOfLines } from './start-of-lines.ts';

/** Prints the log as text, or its last lines, then what is printed from there on. Exits with the command's code. */
export async function followText(
  { positionals, json, client }: Invocation<'log'>,
  options: LogOptions,
): Promise<number> {
  const [text = ''] = positionals;
  const { session_id: id, exit_code } = await client.get(text);
  const { from, beginning } = await begin(client, id, options, json);
  const printer = json ? jsonPrinter(id, from === 0) : isatty(1) ? colourPrinter() : linePrinter(from === 0);
  printer.print(Buffer.from(beginning), from);

  let code = exit_code;
  for await (const event of client.follow(id, { from })) {
    if (event.type === 'output') printer.print(event.bytes, event.offset);
    else if (event.type === 'gap') {
      if (json) writeJson({ session_id: id, gap: { from: event.from, to: event.to } });
      else tellUser(describeGap(event));
    } else {
      code = event.process.exit_code;
      if (json) writeJson(event.process);
      else if (isatty(2)) tellUser(`ringback: ${id} ${describeEnding(event.process)}`);
    }
  }
  printer.end();
  // It was shown to the end: its session need not be notified.
  if (options.session_key !== undefined) await client.log(id, { limit: 1, session_key: options.session_key });
  return toExitCode({ exit_code: code });
}

/**
 * Where to follow from. The last lines are found in the bytes, so that an unfinished line is taken whole: text after a
 * carriage return replaces it. For a line number or a time the daemon is asked, which answers in clean text.
 */
async function begin(
  client: Client,
  id: string,
  options: LogOptions,
  json: boolean,
): Promise<{ from: number; beginning: string }> {
  const { offset, since, limit } = options;
  if (!json && offset === undefined && since === undefined) {
    if (limit === undefined) return { from: 0, beginning: '' };
    const { cursor } = await client.log(id, { limit: 1 });
    return { from: await startOfLines(client, id, Number(cursor), limit), beginning: '' };
  }
  let cursor = '0';
  let beginning = '';
  for await (const page of logPages(client, id, options)) {
    cursor = page.cursor;
    if (json) writeJson(page);
    else beginning += page.output;
  }
  return { from: Number(cursor), beginning };
}

type Printer = { print(bytes: Buffer, offset: number): void; end(): void };

/** Prints a line when it is complete and cleaned. */
function linePrinter(atBeginning: boolean): Printer {
  const cleaner = createTextCleaner({ atBeginning });
  return { print: (bytes) => writeOut(cleaner.push(bytes)), end: () => writeOut(cleaner.flush()) };
}

/** On a terminal everything is printed at once; the terminal itself overwrites what a carriage return replaces. */
function colourPrinter(): Printer {
  const filter = createTerminalFilter(keepColours);
  return {
    print: (bytes) => writeOut(withoutControls(filter.push(bytes))),
    // Reset the colour, for the shell's prompt.
    end: () => writeOut(`${withoutControls(filter.flush())}\x1b[m`),
  };
}

function jsonPrinter(id: string, atBeginning: boolean): Printer {
  const cleaner = createTextCleaner({ atBeginning });
  const say = (output: string, offset?: number) => {
    if (output !== '') writeJson({ session_id: id, ...(offset !== undefined && { offset }), output });
  };
  return {
    print: (bytes, offset) => say(cleaner.push(bytes), offset),
    end: () => say(cleaner.flush()),
  };
}

/** Removes invisible characters and all controls except newline, tab, backspace, carriage return and ESC. */
function withoutControls(text: string): string {
  return withoutInvisible(text).replace(/[\0-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g, '');
}
