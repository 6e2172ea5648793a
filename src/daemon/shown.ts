import type { KillResult } from '../engine/kill.ts';
import type { LogRequest, LogResult } from '../engine/log.ts';
import type { PollResult } from '../engine/poll.ts';
import type { ProcessSnapshot } from '../engine/types.ts';
import type { WaitResult } from '../engine/wait.ts';
import type { RawCall } from './route.ts';

/** One answer of `log` holds about a megabyte. */
const LOG_CHARACTERS = 1024 * 1024;

/**
 * What the engine knows of processes as it may be shown (promise 17): agents call the command line, HTTP and the library
 * from programs of their own. `raw`: as it is, for who has asked for it.
 */
export function showing({ engine, tools }: Pick<RawCall, 'engine' | 'tools'>, raw = false) {
  const { views, config } = tools;
  const process = (one: ProcessSnapshot) => (raw ? one : views.process(one));
  return {
    process,
    preview: (one: ProcessSnapshot, characters: number) =>
      raw ? engine.preview(one.id, characters) : views.tail(one, characters),
    async poll(id: string, options: { cursor?: string }): Promise<PollResult> {
      const result = await engine.poll(id, options);
      if (raw) return result;
      const news = views.news(result.process, options.cursor, config.pollPreviewCharacters);
      return {
        ...result,
        process: process(result.process),
        outputPreview: news.text,
        cursor: news.cursor,
      };
    },
    async log(id: string, request: LogRequest): Promise<LogResult> {
      if (raw) return engine.log(id, request);
      const result = views.log(engine.get(id), request, LOG_CHARACTERS);
      return { ...result, process: process(result.process) };
    },
    wait(result: WaitResult): WaitResult {
      if (raw) return result;
      const most = result.status === 'timeout' ? config.waitTimeoutCharacters : config.waitOutputCharacters;
      return { ...result, process: process(result.process), output: views.tail(result.process, most) };
    },
    kill(result: KillResult): KillResult {
      if (raw) return result;
      const output = views.tail(result.process, config.killOutputCharacters);
      return { ...result, process: process(result.process), output };
    },
  };
}
