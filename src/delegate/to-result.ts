import type { DelegateResult } from '../wire/delegation.ts';
import type { Reason } from './ending.ts';
import type { Report } from './runner.ts';

/** What is stored of a report: who was told to stop has been interrupted or has stalled, unless it had completed. */
export function toResult(
  report: Report | undefined,
  reason: Reason | undefined,
  lastText: string,
): DelegateResult {
  const { apiCalls, cost, inputTokens, outputTokens, model } = report ?? {};
  const isGood = report?.status === 'completed';
  const error = isGood ? report.error : [reason?.why, report?.error].filter(Boolean).join(' ');
  return {
    version: 1,
    status: isGood ? 'completed' : (reason?.status ?? report?.status ?? 'error'),
    result: report?.result || (isGood ? '' : lastText),
    ...(error && { error }),
    ...(apiCalls !== undefined && { api_calls: apiCalls }),
    ...(cost !== undefined && { cost }),
    ...(inputTokens !== undefined && { input_tokens: inputTokens }),
    ...(outputTokens !== undefined && { output_tokens: outputTokens }),
    ...(model !== undefined && { model }),
  };
}
