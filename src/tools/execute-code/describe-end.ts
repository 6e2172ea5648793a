import type { Config } from '../../base/config.ts';
import { completionReason } from '../../engine/life.ts';
import { limitInLastWords } from './last-words.ts';
import type { ScriptEnd } from './run-script.ts';
import { explainStop, type Stop } from './stop.ts';
import type { CodeLanguage } from './types.ts';

/**
 * How a script ended, as fields of the result. A non-zero exit code is not an error of ours: the output explains it.
 */
export function describeEnd(
  end: ScriptEnd,
  language: CodeLanguage,
  output: string,
  config: Config,
): Record<string, unknown> {
  const { process, survivors, milliseconds, calls } = end;
  const { life } = process;
  const exitCode = life.state === 'exited' ? life.exit.exitCode : null;
  const stopped = end.stopped ?? stoppedByItself(exitCode, calls.hasRefused, language, output);
  return {
    exit_code: exitCode,
    error: life.state === 'lost' ? `The script was ${completionReason(life)}: ${life.note}` : null,
    ...(stopped && explainStop(stopped, config)),
    ...(survivors.length > 0 && { survivors }),
    duration_seconds: Math.round(milliseconds) / 1000,
    tool_calls: calls.made,
  };
}

/** It ended with the exception that a limit raised in it. */
function stoppedByItself(
  exitCode: number | null,
  hasRefused: boolean,
  language: CodeLanguage,
  output: string,
): Stop | undefined {
  if (exitCode === 0) return undefined;
  const why = limitInLastWords(language, output);
  if (why) return { why };
  return hasRefused ? { why: 'call_limit' } : undefined;
}
