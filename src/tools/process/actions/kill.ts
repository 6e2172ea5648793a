import { isEnded } from '../../../engine/life.ts';
import { reportOnce } from '../../report-once.ts';
import type { ProcessAction } from '../action.ts';
import { endFields, processFields } from '../fields.ts';

/** Ends the whole tree; returns what was confirmed dead, and what survived. */
export const kill: ProcessAction = (context, id) => {
  const { engine, views, config } = context;
  return reportOnce(context, id, async () => {
    const { status, process, killed, survivors } = await engine.kill(id);
    return {
      // If something survived, its end is still to be reported.
      act: isEnded(process.life) ? 'kill_by_session' : 'nothing',
      result: {
        ...processFields(context, process),
        ...endFields(process),
        status,
        output: views.tail(process, config.killOutputCharacters),
        killed,
        ...(survivors.length > 0 && { survivors }),
      },
    };
  });
};
