import type { Config } from '../../base/config.ts';
import { encodeCursor, parseCursor } from '../../engine/cursor.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LogRequest } from '../../engine/log.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { type ShownBytes, viewBytes } from './bytes.ts';
import { grep } from './grep/grep.ts';
import { type GrepRequest, toSearchJob } from './grep/request.ts';
import type { SearchEvent } from './grep/search.ts';
import { type LogView, viewLog } from './log.ts';
import { openSource, upToExit } from './source.ts';
import { viewNews, viewTail } from './tail.ts';
import { viewWhole, type Whole } from './whole.ts';

/**
 * What a model sees of a process: valid UTF-8 without escape codes, and no secret nor half of one, wherever an answer
 * begins or ends (promise 17, trap 8). Offsets count everything that was ever printed (trap 12).
 */
export type Views = {
  /** The process with its command, folder, patterns and notes redacted. */
  process(process: ProcessSnapshot): ProcessSnapshot;
  /** Bytes `[from, to)` without secrets; `isEnd`: do not wait for more. */
  bytes(process: ProcessSnapshot, from: number, to: number, isEnd?: boolean): ShownBytes;
  /** The command line as a model may see it. */
  command(process: ProcessSnapshot): string;
  /**
   * The last `characters` up to `end` (a byte offset; default: everything, of an exited process up to its exit), from
   * the start of a line if cut.
   */
  tail(process: ProcessSnapshot, characters: number, end?: number): string;
  /** What is new since `cursor`, at most its last `characters`, and the next cursor. Without a cursor: the tail. */
  news(
    process: ProcessSnapshot,
    cursor: string | undefined,
    characters: number,
  ): { text: string; cursor: string };
  /** Like `Engine.log`; if the answer had to be cut, `note` says so and how to continue. */
  log(process: ProcessSnapshot, request: LogRequest, characters?: number): LogView;
  /**
   * The output of a foreground command: everything, or above `limit` characters its head and tail with a line between
   * them.
   */
  whole(process: ProcessSnapshot, limit: number): Whole;
  /** The lines that match, as they are found. */
  grep(process: ProcessSnapshot, request: GrepRequest, signal: AbortSignal): AsyncGenerator<SearchEvent>;
};

export function createViews(options: {
  engine: Pick<Engine, 'output'>;
  redactor: Redactor;
  config: Config;
}): Views {
  const { engine, redactor, config } = options;
  const open = (process: ProcessSnapshot) => openSource(engine, redactor, process);
  return {
    process: (process) => withoutSecrets(redactor, process),
    bytes(process, from, to, isEnd = false) {
      const source = open(process);
      return viewBytes(isEnd ? upToExit(source, process) : source, from, to);
    },
    command: ({ command }) => redactor.redact(command),
    tail: (process, characters, end = ownEnd(process)) =>
      viewTail(upToExit(open(process), process), characters, end),
    news(process, cursor, characters) {
      const source = open(process);
      const { text, end } =
        cursor === undefined
          ? viewNews(source, 0, characters, ownEnd(process))
          : viewNews(source, parseCursor(cursor), characters, source.output.end);
      return { text, cursor: encodeCursor(end) };
    },
    log: (process, request, logCharacters = config.logCharacters) =>
      viewLog(open(process), process, request, { ...config, logCharacters }),
    whole: (process, limit) =>
      viewWhole(upToExit(open(process), process), process.id, limit, ownEnd(process)),
    grep: (process, request, signal) => grep(toSearchJob(open(process), request, config), signal),
  };
}

function withoutSecrets(redactor: Redactor, process: ProcessSnapshot): ProcessSnapshot {
  const { command, cwd, watchPatterns, ready, ptyNote, life } = process;
  return {
    ...process,
    command: redactor.redact(command),
    cwd: redactor.redact(cwd),
    watchPatterns: watchPatterns.map((pattern) => redactor.redact(pattern)),
    ready: redactor.redact(ready),
    ...(ptyNote !== undefined && { ptyNote: redactor.redact(ptyNote) }),
    life: 'note' in life && life.note !== undefined ? { ...life, note: redactor.redact(life.note) } : life,
  };
}

/** Processes that it left running may print after its exit. */
function ownEnd({ life }: ProcessSnapshot): number {
  return life.state === 'exited' ? life.exit.finalOffset : Number.MAX_SAFE_INTEGER;
}
