import type { ProcessSnapshot } from '../engine/types.ts';
import type { ToolContext } from './context.ts';

/** The process that is meant; of other sessions nothing can be reached, nor seen that it exists. */
export function findOwn({ engine, caller }: ToolContext, idText: string): ProcessSnapshot {
  return engine.get(engine.resolve(idText, { session: caller.session_key }));
}
