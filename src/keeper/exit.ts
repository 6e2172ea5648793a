import { type Fields, numberField, parseRecord, timeField, truthField } from './frames/record.ts';

/** How a command ended, as its keeper says: the file `exit`, or the push ENDED. */
export type ExitRecord = {
  /** As wait(2) gave it; undefined: it never began. */
  readonly rawStatus: number | undefined;
  /** Everything before this offset is complete. */
  readonly finalOffset: number;
  readonly endedAt: number;
  readonly lines: number;
  readonly outputOpen: boolean;
  /** 0: never printed. */
  readonly lastOutputAt: number;
  readonly maxRssKb: number;
  readonly userMs: number;
  readonly systemMs: number;
  readonly killedForMemory: boolean;
  readonly gapBytes: number;
  /** Descendants alive when the command ended. */
  readonly descendants: number;
  /** Who ended it; empty when it ended by itself. */
  readonly terminationSource: string;
  /** Why it never began, where nobody ended it. */
  readonly refusal: string;
};

/** What the keeper calls them. */
const keys: Readonly<Record<keyof ExitRecord, string>> = {
  rawStatus: 'status',
  finalOffset: 'offset',
  endedAt: 'ended_at',
  lines: 'lines',
  outputOpen: 'output_open',
  lastOutputAt: 'last_output_at',
  maxRssKb: 'max_rss_kb',
  userMs: 'user_ms',
  systemMs: 'system_ms',
  killedForMemory: 'oom',
  gapBytes: 'gap_bytes',
  descendants: 'descendants',
  terminationSource: 'source',
  refusal: 'refusal',
};

/** The file `exit`; undefined unless it is whole: a truncated, damaged or foreign one is no exit (promise 3). */
export function parseExitFile(text: string): ExitRecord | undefined {
  const [, body, sum] = /^(.*\n)complete=(\d+)\n$/s.exec(text) ?? [];
  if (body === undefined || Number(sum) !== checksum(body)) return undefined;
  return parseExit(parseRecord(body, '\n'));
}

/** The text of the file `exit`. */
export function encodeExitFile(exit: ExitRecord): string {
  let body = exit.rawStatus === undefined ? 'version=1\nnever_began=1\n' : 'version=1\n';
  for (const [name, key] of Object.entries(keys)) {
    const value = exit[name as keyof ExitRecord];
    // A line end would begin another entry: what a place says must not become what we know.
    if (value !== undefined && value !== '' && !String(value).includes('\n'))
      body += `${key}=${typeof value === 'boolean' ? Number(value) : value}\n`;
  }
  return `${body}complete=${checksum(body)}\n`;
}

/** FNV-1a, as the keeper reckons it. */
export function checksum(text: string): number {
  let sum = 2166136261;
  for (const byte of Buffer.from(text)) sum = Math.imul(sum ^ byte, 16777619);
  return sum >>> 0;
}

export function parseExit(fields: Fields): ExitRecord | undefined {
  const rawStatus = numberField(fields, keys.rawStatus);
  const finalOffset = numberField(fields, keys.finalOffset);
  const endedAt = timeField(fields, keys.endedAt);
  if (finalOffset === undefined || endedAt === undefined || finalOffset < 0) return undefined;
  if (rawStatus === undefined ? !truthField(fields, 'never_began') : rawStatus < 0) return undefined;
  return {
    rawStatus,
    finalOffset,
    endedAt,
    lines: numberField(fields, keys.lines) ?? 0,
    outputOpen: truthField(fields, keys.outputOpen),
    lastOutputAt: timeField(fields, keys.lastOutputAt) ?? 0,
    maxRssKb: numberField(fields, keys.maxRssKb) ?? 0,
    userMs: numberField(fields, keys.userMs) ?? 0,
    systemMs: numberField(fields, keys.systemMs) ?? 0,
    killedForMemory: truthField(fields, keys.killedForMemory),
    gapBytes: numberField(fields, keys.gapBytes) ?? 0,
    descendants: numberField(fields, keys.descendants) ?? 0,
    terminationSource: fields.get(keys.terminationSource) ?? '',
    refusal: fields.get(keys.refusal) ?? '',
  };
}
