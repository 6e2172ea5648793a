import { listOutput } from '../output/segments.ts';
import { tailWithGaps } from '../output/tail.ts';
import { cutToLast } from '../redact/cut.ts';
import { lookBack } from '../redact/limits.ts';
import type { NotifyContext } from './context.ts';

type Source = Pick<NotifyContext, 'host' | 'config' | 'redactor'>;

type LastOutput = {
  readonly output: string;
  /** How many bytes came before it. */
  readonly missing: number;
  /** Some of the text before it, as much as was asked for. */
  readonly before: string;
};

/**
 * The end of a process's output up to `end`. Redacted first and cut afterwards, looking back far enough that no cut can
 * show half a secret (promise 17, trap 8).
 */
export function lastOutput(
  { host, config, redactor }: Source,
  processId: string,
  end: number | undefined,
  before = 0,
): LastOutput {
  const keepLast = config.completionCharacters;
  const printed = listOutput(host.keep(processId), end);
  const at = Math.min(end ?? printed.end, printed.end);
  const looked = tailWithGaps(printed, keepLast + before + lookBack, { end: at, isFinal: true });
  const { text, gaps, isWhole } = looked;
  const options = { gaps, afterGap: !isWhole, isClean: true };
  const shown = redactor.redactAndCut(text, { keepLast: keepLast + before, ...options });
  const output = cutToLast(shown, keepLast);
  const isCut = !isWhole || text.length > keepLast;
  return {
    output,
    missing: isCut ? Math.max(0, at - Buffer.byteLength(output)) : 0,
    before: shown.slice(0, shown.length - output.length),
  };
}

/** Its last lines up to `end` that are not empty. */
export function lastLines(context: Source, processId: string, end: number | undefined): readonly string[] {
  return lastOutput(context, processId, end)
    .output.split('\n')
    .filter((line) => line.trim() !== '');
}
