/** What a process used over time. */
import type * as z from 'zod/mini';
import { count, list, number, time } from './kinds.ts';
import { field, message, object } from './message.ts';

export const wireSample = object(() => ({
  at: field(time, 'When.'),
  cpu_seconds: field(number, 'The processor time that it and everything it started had used until then.'),
  memory_bytes: field(count, 'The memory that they used then.'),
  peak_memory_bytes: field(count, 'The most that was seen since the sample before.'),
  read_bytes: field(count, 'Read from disks until then.'),
  written_bytes: field(count, 'Written to disks until then.'),
  processes: field(count, 'How many processes there were.'),
}));
export type WireSample = z.output<typeof wireSample>;

export const wireSamples = message('Samples', () => ({
  samples: field(list(wireSample), 'Oldest first, every 5 s or further apart, the older the further.'),
}));
export type WireSamples = z.output<typeof wireSamples>;
