/** What carries an agent's tool call to the daemon and back. The tools themselves are in src/tools/. */
import * as z from 'zod/mini';
import * as fields from './fields.ts';
import {
  anyText,
  anything,
  duration,
  filledText,
  flag,
  list,
  processId,
  text,
  time,
  variables,
} from './kinds.ts';
import { field, maybe, message, object } from './message.ts';

export const toolName = z.enum(['terminal', 'process', 'execute_code', 'wake', 'delegate']);
export type ToolName = z.output<typeof toolName>;

/** MCP's words, which every SDK of a model knows. */
export const wireTool = message('Tool', () => ({
  name: field(toolName, 'What the model calls it.'),
  title: field(anyText, 'What people call it.'),
  description: field(anyText, 'What the model is told of it.'),
  inputSchema: field(anything, 'JSON Schema of its arguments; the descriptions in it are for the model.'),
  annotations: field(
    object(() => ({
      readOnlyHint: field(flag, 'It changes nothing.'),
      destructiveHint: field(flag, 'It may destroy something.'),
      idempotentHint: field(flag, 'The same arguments again change nothing more.'),
      openWorldHint: field(flag, 'It may reach what is outside of this machine.'),
    })),
    'What a program may want to know before it lets a model call it.',
  ),
}));
export type WireTool = z.output<typeof wireTool>;

export const wireTools = message('ToolList', () => ({
  tools: field(list(wireTool), 'Limits in the descriptions are those of this home.'),
}));
export type WireTools = z.output<typeof wireTools>;

/**
 * How this caller can be told of what happens after the call:
 * `task`: this very request may be answered with an MCP task, which the client looks after; the rest rides.
 * `subscribed`: the caller takes turns of its session by itself (a library that drains while idle, a ringer).
 * `ride`: with the results of its next calls.
 * `none`: not at all; it serves conversations that it does not tell apart.
 */
export const reach = z.enum(['task', 'subscribed', 'ride', 'none']);
export type Reach = z.output<typeof reach>;

/** What a result says about it: docs/behaviour.md, "The `terminal` tool". */
export const delivery = z.enum(['wake', 'next_call', 'none']);
export type Delivery = z.output<typeof delivery>;

export const toolCall = object(() => ({
  // Checked by the tool itself, for its errors teach.
  arguments: field(z.unknown(), 'As the model wrote them.'),
  session_key: fields.sessionKey,
  task: fields.maybeTask,
  workdir: field(filledText, "The agent's own folder, where a session begins: an absolute path."),
  env: field(variables, "The agent's own environment, all of it."),
  call_id: field(
    processId,
    '`proc_` and 12 hexadecimal digits of your choice; also the id of what the call starts. Asked again with the same, nothing is started or typed twice.',
  ),
  wait_limit: maybe(
    duration,
    'Seconds that the call may wait at most; also the default of `timeout`. Default: as configured.',
  ),
  waited: maybe(duration, 'Seconds that earlier tries of the same call have waited.'),
  reach: field(
    reach,
    'How the caller can be told what happens later: it looks after a task, takes the turns of its session, hears it with the results of its next calls, or not at all.',
  ),
  is_unseen: maybe(
    flag,
    "The result is not for the model's eyes: it has seen nothing of it, and nothing rides on it.",
  ),
  acknowledges: maybe(
    flag,
    'Whether the caller acknowledges the end that the result shows, which is then in `riding`. Else it counts as told when the answer is out.',
  ),
  ringer: maybe(
    object(() => ({
      kind: field(filledText, 'The kind of ringer.'),
      settings: field(anything, 'What its kind needs to know; see `GET /v1/ringers/kinds`.'),
    })),
    'How the session can be rung, where the caller knows; never against what a person has set.',
  ),
  acknowledge: maybe(list(filledText), 'Notifications that rode on earlier results and have arrived.'),
}));
export type WireToolCall = z.output<typeof toolCall>;

export const wireTaskPrompt = message('TaskPrompt', () => ({
  id: field(filledText, 'Names the prompt among those of its process.'),
  text: field(anyText, 'The last line that was printed before; empty when there is none.'),
  program: field(anyText, 'Who waits; a name that it chose itself.'),
  evidence: field(z.enum(['certain', 'likely']), '`likely`: a guess.'),
  hidden: field(flag, 'What is typed is not shown: a password, which no form may ask for.'),
  since: field(time, 'When it was noticed.'),
  is_open: field(
    flag,
    'Whether a person may be asked: it is not hidden, and was neither answered nor declined.',
  ),
}));
export type WireTaskPrompt = z.output<typeof wireTaskPrompt>;

/** The id of a task is that of its process. */
export const wireTask = message('Task', () => ({
  task_id: field(processId, 'The id of the process.'),
  status: field(z.enum(['working', 'completed', 'cancelled']), 'How it stands.'),
  status_message: field(anyText, 'A sentence for people.'),
  created_at: field(time, 'When it was written down.'),
  updated_at: field(time, 'When it last changed.'),
  prompt: maybe(
    wireTaskPrompt,
    'Of one that is at work: the question at which its process waits for somebody to type.',
  ),
  result: maybe(anything, 'Of a completed one: what the model sees.'),
}));
export type WireTask = z.output<typeof wireTask>;

/** A further one would be typed into whatever is asked next (promise 19). */
const line = text.check(z.refine((given) => !/[\r\n]/.test(given), 'must be one line'));

/** What a person said to a prompt; the words are those of MCP's elicitation. */
export const promptAnswer = object(() => ({
  prompt_id: field(filledText, 'The prompt that is answered, as the task named it.'),
  action: field(
    z.enum(['accept', 'decline', 'cancel']),
    '`accept` types the answer. `decline` and `cancel` type nothing; this prompt is not asked again.',
  ),
  answer: maybe(line, 'What is typed, one line, followed by Enter. Default: nothing but Enter.'),
}));
export type PromptAnswer = z.output<typeof promptAnswer>;

export const wireAnswered = message('Answered', () => ({
  typed: field(flag, 'Whether it was typed: not into a process that no longer waits at that prompt.'),
}));
export type WireAnswered = z.output<typeof wireAnswered>;

export const wireToolAnswer = message('ToolAnswer', () => ({
  result: field(anything, 'What the model sees, all of it.'),
  is_error: field(flag, 'Whether the result tells of a failure.'),
  riding: field(
    list(anyText),
    'Ids of the notifications in `result.notifications`, and with `acknowledges` of the end that the result shows: acknowledge them with the next call.',
  ),
  task: maybe(wireTask, 'The task that the call may be answered with; only with reach `task`.'),
}));
export type WireToolAnswer = z.output<typeof wireToolAnswer>;
