import type * as z from 'zod/mini';
import { count } from './kinds.ts';
import { field, message } from './message.ts';

export const wireGap = message('Gap', () => ({
  from: field(count, 'An offset in all the bytes ever printed.'),
  to: field(count, 'An offset in all the bytes ever printed; this byte is not part of it.'),
}));
export type WireGap = z.output<typeof wireGap>;
