import { listOutput } from '../output/segments.ts';
import { tailWithGaps } from '../output/tail.ts';
import { lookBack } from '../redact/limits.ts';
import type { NotifyContext } from './context.ts';

/**
 * The end of a process's output up to `end`, and how many bytes came before it. Redacted first and cut afterwards,
 * looking back far enough that no cut can show half a secret (promise 17, trap 8).
 */
export function lastOutput(
  { host, config, redactor }: NotifyContext,
  processId: string,
  end: number | undefined,
): { output: string; missing: number } {
  const keepLast = config.completionCharacters;
  const printed = listOutput(host.keep(processId), end);
  const at = Math.min(end ?? printed.end, printed.end);
  const { text, gaps, isWhole } = tailWithGaps(printed, keepLast + lookBack, { end: at, isFinal: true });
  const output = redactor.redactAndCut(text, { keepLast, gaps, afterGap: !isWhole, isClean: true });
  const isCut = !isWhole || text.length > keepLast;
  return { output, missing: isCut ? Math.max(0, at - Buffer.byteLength(output)) : 0 };
}
