import { isEnded } from '../../../engine/life.ts';
import { tellOnce } from '../../tell-once.ts';
import type { ProcessAction } from '../action.ts';
import { about, ending } from '../describe.ts';

/** The whole tree; what was confirmed dead, and what still lives. */
export const kill: ProcessAction = (context, id) => {
  const { engine, views, config } = context;
  return tellOnce(context, id, async () => {
    const { status, process, killed, survivors } = await engine.kill(id);
    return {
      // One that outlived it will still have an end to tell of.
      act: isEnded(process.life) ? 'kill_by_session' : 'nothing',
      result: {
        ...about(context, process),
        ...ending(process),
        status,
        output: views.tail(process, config.killOutputCharacters),
        killed,
        ...(survivors.length > 0 && { survivors }),
      },
    };
  });
};
