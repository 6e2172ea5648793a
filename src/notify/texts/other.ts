import type { OtherEvent } from '../../wire/events.ts';
import { processName } from './about-process.ts';
import { block } from './block.ts';
import { fence, formatName } from './fence.ts';

/** A type that this version does not know, or a program's own. */
export function otherText({ type, session_id, text }: OtherEvent): string {
  const name = formatName(type);
  return block(session_id === undefined ? `Event ${name}.` : `${processName(session_id)} reports ${name}.`, [
    fence(text),
  ]);
}
