import { statSync } from 'node:fs';
import type { Engine } from '../../engine/engine.ts';
import { isComplete } from '../../engine/keep-output.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { Output } from '../../output/segments.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** After this long without output a word at the end is complete: a question, the name of a file. */
const QUIET_MS = 1000;

/** How the output continues after its end. */
type Continuation = 'never' | 'soon' | 'perhaps';

/** What a view is made from. */
export type Source = {
  readonly output: Output;
  readonly redactor: Redactor;
  readonly continuation: Continuation;
  /** Also looks at what a carriage return has overwritten. */
  readonly keepsReplaced?: boolean;
};

export function openSource(
  engine: Pick<Engine, 'output'>,
  redactor: Redactor,
  process: ProcessSnapshot,
): Source {
  const output = engine.output(process.id);
  return { output, redactor, continuation: isComplete(process) ? 'never' : liveContinuation(output) };
}

/** For the output of an ended command itself: processes that it left running rarely finish its words. */
export function upToExit(source: Source, { life }: ProcessSnapshot): Source {
  return life.state === 'exited' && source.continuation === 'soon'
    ? { ...source, continuation: 'perhaps' }
    : source;
}

function liveContinuation(output: Output): Continuation {
  const last = output.segments.at(-1);
  const printedAt = last && statSync(last.log, { throwIfNoEntry: false })?.mtimeMs;
  return printedAt !== undefined && Date.now() - printedAt > QUIET_MS ? 'perhaps' : 'soon';
}
