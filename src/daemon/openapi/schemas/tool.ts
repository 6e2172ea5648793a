import * as z from 'zod/mini';
import type { WireTask, WireToolAnswer } from '../../../wire/tool-types.ts';
import type { Shape } from '../shape.ts';
import { flag, list, maybe, processId, text, time } from './kinds.ts';

/** What a model sees: docs/behaviour.md, "The `terminal` tool" and "The `process` tool". */
const result = z.record(text, z.unknown());

export const task = z.strictObject({
  task_id: processId,
  status: z.enum(['working', 'completed', 'cancelled']),
  status_message: text,
  created_at: time,
  updated_at: time,
  result: maybe(result),
} satisfies Shape<WireTask>);

export const toolAnswer = z.strictObject({
  result,
  is_error: flag,
  riding: list(text),
  task: maybe(task),
} satisfies Shape<WireToolAnswer>);
