import type { ProcessSnapshot } from '../engine/types.ts';
import type { ToolContext } from './context.ts';

/** The process with this id; processes of other sessions cannot be reached, nor found to exist. */
export function findOwn({ engine, caller }: ToolContext, idText: string): ProcessSnapshot {
  return engine.get(engine.resolve(idText, { session: caller.session_key }));
}
