/** Typing into the input of a process. */
import * as z from 'zod/mini';
import { anyText, count, ok } from './kinds.ts';
import { field, maybe, message, object } from './message.ts';

const LARGEST_U64 = 2n ** 64n - 1n;
const isU64 = (value: string) => /^\d{1,20}$/.test(value) && BigInt(value) <= LARGEST_U64;
const isBase64 = (value: string) => /^[A-Za-z0-9+/]*={0,2}$/.test(value) && value.length % 4 === 0;

/** Who writes, and which one of its writes this is. Text, since JSON numbers end at 2^53. */
const ticketFields = () => {
  const u64Text = z.string().check(z.refine(isU64, 'must be a 64-bit number as text'));
  return {
    writer: maybe(u64Text, 'Who writes, a 64-bit number as text that nobody else uses.'),
    seq: maybe(u64Text, 'The number of this write, one more than that of the last; a 64-bit number as text.'),
  };
};

export const writeRequest = object(() => ({
  data: maybe(anyText, 'Text to be typed.'),
  base64: maybe(
    anyText.check(z.refine(isBase64, 'must be base64')),
    'Any bytes, as base64. Either this or `data`.',
  ),
  ...ticketFields(),
}));
export type WriteRequest = z.output<typeof writeRequest>;

export const submitRequest = object(() => ({ data: field(anyText, 'Text to be typed.'), ...ticketFields() }));

export const wireWritten = message('Written', () => ({
  status: field(ok, 'How it stands.'),
  bytes_written: field(count, 'How many bytes the input took.'),
}));
export type WireWritten = z.output<typeof wireWritten>;
