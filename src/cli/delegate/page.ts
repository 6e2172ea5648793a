import { usesColour } from '../format/colour.ts';
import { terminalWidth } from '../format/width.ts';
import type { Page } from './describe.ts';

/** The terminal, now. */
export function page(): Page {
  return { width: terminalWidth(), now: Date.now(), usesColour: usesColour() };
}
