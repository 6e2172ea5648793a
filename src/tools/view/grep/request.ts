import type { Config } from '../../../base/config.ts';
import { checkStart } from '../../../engine/log.ts';
import { lineToOffset } from '../../../output/lines.ts';
import { compilePatterns } from '../../../output/scan/patterns.ts';
import type { Output } from '../../../output/segments.ts';
import { sinceToOffset } from '../../../output/time.ts';
import type { Source } from '../source.ts';
import type { Progress, SearchRequest } from './search.ts';

/** What is looked for, and from where on. */
export type GrepRequest = {
  readonly pattern: string;
  readonly context?: number;
  readonly limit?: number;
  readonly count?: boolean;
  readonly raw?: boolean;
  /** The first line. */
  readonly offset?: number;
  /** Milliseconds since 1970. */
  readonly since?: number;
  /** Where a search had come to that was broken off; wins over the others. */
  readonly progress?: Progress;
};

/** What the thread is given. */
export type SearchJob = Pick<Source, 'output' | 'continuation'> & {
  readonly request: SearchRequest;
  readonly start: Progress;
};

const mostContext = 1000;

/** A pattern that cannot be used is refused here, before anything is started. */
export function toSearchJob(source: Source, request: GrepRequest, config: Config): SearchJob {
  const { pattern, context = 0, limit = Number.MAX_SAFE_INTEGER, count = false, raw = false } = request;
  compilePatterns([pattern]);
  checkStart(request);
  const { output, continuation } = source;
  return {
    output,
    continuation,
    request: {
      pattern,
      context: count ? 0 : Math.min(context, mostContext),
      limit,
      countOnly: count,
      isRaw: raw || !config.redactSecrets,
    },
    start: request.progress ?? { position: startOf(output, request), count: 0, due: 0 },
  };
}

function startOf(output: Output, { offset, since }: GrepRequest): number {
  if (since !== undefined) return sinceToOffset(output, since);
  return offset === undefined ? 0 : lineToOffset(output, offset).offset;
}
