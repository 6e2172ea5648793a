import { type Fields, numberField, parseRecord, timeField, truthField } from './record.ts';

/** How a command ended, as its keeper says: the file `exit`, or the push ENDED. */
export type ExitRecord = {
  /** As wait(2) gave it. */
  readonly status: number;
  /** Everything before this offset is complete. */
  readonly offset: number;
  readonly lines: number;
  readonly outputOpen: boolean;
  readonly endedAt: number;
  /** 0: never printed. */
  readonly lastOutputAt: number;
  readonly maxRssKb: number;
  readonly userMs: number;
  readonly systemMs: number;
  readonly oom: boolean;
  readonly gapBytes: number;
  readonly descendants: number;
  /** Who ended it; empty when it ended by itself. */
  readonly source: string;
};

/** The file `exit`; undefined unless it is whole: a truncated, damaged or foreign one is no exit (promise 3). */
export function parseExitFile(text: string): ExitRecord | undefined {
  const [, body, sum] = /^(.*\n)complete=(\d+)\n$/s.exec(text) ?? [];
  if (body === undefined || Number(sum) !== checksum(body)) return undefined;
  return parseExit(parseRecord(body, '\n'));
}

/** FNV-1a, as the keeper reckons it. */
export function checksum(text: string): number {
  let sum = 2166136261;
  for (const byte of Buffer.from(text)) sum = Math.imul(sum ^ byte, 16777619);
  return sum >>> 0;
}

export function parseExit(fields: Fields): ExitRecord | undefined {
  const status = numberField(fields, 'status');
  const offset = numberField(fields, 'offset');
  const endedAt = timeField(fields, 'ended_at');
  if (status === undefined || offset === undefined || endedAt === undefined) return undefined;
  if (status < 0 || offset < 0) return undefined;
  return {
    status,
    offset,
    endedAt,
    lines: numberField(fields, 'lines') ?? 0,
    outputOpen: truthField(fields, 'output_open'),
    lastOutputAt: timeField(fields, 'last_output_at') ?? 0,
    maxRssKb: numberField(fields, 'max_rss_kb') ?? 0,
    userMs: numberField(fields, 'user_ms') ?? 0,
    systemMs: numberField(fields, 'system_ms') ?? 0,
    oom: truthField(fields, 'oom'),
    gapBytes: numberField(fields, 'gap_bytes') ?? 0,
    descendants: numberField(fields, 'descendants') ?? 0,
    source: fields.get('source') ?? '',
  };
}
