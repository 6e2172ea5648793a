import { type Fields, numberField, timeField } from './frames/record.ts';

/** Nothing was printed for as long as somebody wanted to hear of (promise 19). */
export type Silence = {
  /** Its identity: bytes printed before it. */
  readonly offset: number;
  /** The last output, or the start. */
  readonly since: number;
  /** How long it had lasted when it was told. */
  readonly silentMs: number;
  /** What the tree used in the last part of it, `overMs` long: who computes is at work. */
  readonly used: {
    readonly overMs: number;
    readonly cpuSeconds: number;
    readonly readBytes: number;
    readonly writtenBytes: number;
  };
};

export function parseSilence(fields: Fields): Silence | undefined {
  const offset = numberField(fields, 'offset');
  if (offset === undefined) return undefined;
  const number = (key: string) => numberField(fields, key) ?? 0;
  return {
    offset,
    since: timeField(fields, 'since') ?? 0,
    silentMs: number('silent_ms'),
    used: {
      overMs: number('measured_ms'),
      cpuSeconds: number('cpu_ms') / 1000,
      readBytes: number('read_bytes'),
      writtenBytes: number('written_bytes'),
    },
  };
}
