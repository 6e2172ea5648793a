import { isEnded } from '../../../engine/life.ts';
import { readyFields, usageFields } from '../../../engine/wire-process.ts';
import { reportOnce } from '../../report-once.ts';
import type { ProcessAction } from '../action.ts';
import { endFields, processFields, queueFields } from '../fields.ts';

/** The current state, and the latest output; with a cursor only what is new. */
export const poll: ProcessAction = (context, id, { cursor }) => {
  const { engine, notifier, views, config, redactor } = context;
  return reportOnce(context, id, async () => {
    const { process, uptimeSeconds, idleSeconds, waitingInput, descendants } = await engine.poll(id);
    const news = views.news(process, cursor, config.pollPreviewCharacters);
    const { life } = process;
    return {
      act: isEnded(life) ? 'poll_saw_end' : 'nothing',
      result: {
        ...processFields(context, process),
        pid: process.pid,
        uptime_seconds: uptimeSeconds,
        idle_seconds: idleSeconds,
        output_preview: news.text,
        cursor: news.cursor,
        ...usageFields(process),
        ...readyFields(process),
        ...(waitingInput && { waiting_input: true }),
        ...(isEnded(life) && descendants > 0 && { descendants }),
        ...(process.notifyOnComplete && !isEnded(life) && { notify_on_complete: true }),
        ...(process.watchPatterns.length > 0 && {
          watch_patterns: process.watchPatterns.map((one) => redactor.redact(one)),
        }),
        ...(notifier.hasMatched(id) && { watch_hit: true }),
        ...(life.state === 'running' && life.detached && { detached: true, note: life.note }),
        ...queueFields(process),
        ...endFields(process),
      },
    };
  });
};
