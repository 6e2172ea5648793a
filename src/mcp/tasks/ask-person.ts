import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { PromptAnswer } from '../../wire/tool.ts';
import type { TaskState } from './task-state.ts';

/** The key of a question: made of the prompt alone, so that every server process gives it the same one. */
const KEY = 'prompt-';

const response = z.looseObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.optional(z.nullable(z.looseObject({ answer: z.optional(z.string()) }))),
});

/**
 * A process that waits at a visible prompt, as a question to the person in front of the client. Not to the model, and
 * never for a password: the protocol forbids forms for those.
 */
export function askPerson(task: TaskState): TaskState {
  if (task.status !== 'working' || !task.prompt?.is_open) return task;
  const { id, program, text } = task.prompt;
  const asks = text.trim() === '' ? 'waits for a line of input.' : `asks: ${text.trim()}`;
  const { result: _, prompt: __, ...about } = task;
  return {
    ...about,
    status: 'input_required',
    input_requests: {
      [KEY + id]: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: `${program} (${task.task_id}, in the background) ${asks}`,
          requestedSchema: {
            type: 'object',
            properties: {
              answer: {
                type: 'string',
                title: 'Answer',
                description: 'One line: is typed into it, followed by Enter. Empty: only Enter.',
              },
            },
          },
        },
      },
    },
  };
}

/** What the person said, as the daemon takes it. Answers to questions that are not ours say nothing. */
export function toPromptAnswers(responses: Readonly<Record<string, unknown>>): PromptAnswer[] {
  return Object.entries(responses).flatMap(([key, given]) => {
    const parsed = response.safeParse(given);
    if (!key.startsWith(KEY) || !parsed.success) return [];
    const { action, content } = parsed.data;
    const answer = action === 'accept' ? toLine(content?.answer ?? '') : '';
    return [{ prompt_id: key.slice(KEY.length), action, answer }];
  });
}

/** Enter is typed anyway. A second line would be typed into whatever is asked next (promise 19). */
function toLine(given: string): string {
  const line = given.replace(/\r?\n$/, '');
  if (!/[\r\n]/.test(line)) return line;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The answer must be one line.');
}
