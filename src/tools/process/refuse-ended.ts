import { RingbackError } from '../../base/errors.ts';
import { isEnded } from '../../engine/life.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import type { ToolContext } from '../context.ts';

export function refuseEnded({ engine }: ToolContext, id: string, what: string): ProcessSnapshot {
  const process = engine.get(id);
  if (!isEnded(process.life)) return process;
  throw new RingbackError(
    'already_exited',
    `${id} has ended: it no longer takes ${what}.`,
    'Its output: action "log".',
  );
}
