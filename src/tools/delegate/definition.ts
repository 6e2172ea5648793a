import * as z from 'zod/mini';
import { delegateKind } from '../../wire/delegation.ts';
import { type ToolDefinition, toInputSchema } from '../definition.ts';
import { count, filledText } from '../parameters.ts';
import { setting } from '../settings.ts';

export const delegateActions = ['send', 'list', 'look', 'message', 'interrupt'] as const;

const maybe = (about: string) => z.exactOptional(filledText(about));

/** What a task may say for itself; beside `tasks` it is the default of each. */
const taskShape = {
  context: maybe('What it has to know: it sees nothing of this conversation. Paths, findings, limits.'),
  to: z.exactOptional(
    delegateKind.check(
      z.describe('Who does it: "own" (default), or another agent that is installed.'),
      z.meta({ default: 'own' }),
    ),
  ),
  model: maybe('The model that works, as that agent names it.'),
  environment: maybe('Where its commands run, if not on this machine.'),
  workdir: maybe('The folder in which it works. Default: yours.'),
};

export const delegateArguments = z.strictObject({
  action: z.exactOptional(
    z
      .enum(delegateActions)
      .check(
        z.describe('send (default); list; look, message and interrupt with `delegation_id`.'),
        z.meta({ default: 'send' }),
      ),
  ),
  goal: maybe('send: what is to be done, and what you want back.'),
  ...taskShape,
  tasks: z.exactOptional(
    z
      .array(z.strictObject({ goal: filledText('What is to be done.'), ...taskShape }))
      .check(
        z.minLength(1),
        z.describe('send: several at once, instead of one goal. One notification for all.'),
      ),
  ),
  role: maybe('send: the role of the delegates. Default: leaf.'),
  toolsets: z.exactOptional(
    z
      .array(filledText('One of them.'))
      .check(z.maxLength(100), z.describe('send: tools that the delegates have. Default: all.')),
  ),
  max_runtime: count(1, 'send: seconds after which each is ended.'),
  delegation_id: maybe('look, message, interrupt: which. interrupt without it: all of yours.'),
  task_index: count(0, 'look, message, interrupt: only this task, from 0.'),
  text: maybe('message: what they are told while they work. interrupt: why.'),
});

export type DelegateArguments = z.output<typeof delegateArguments>;

export const delegateDefinition: ToolDefinition = {
  name: 'delegate',
  title: 'Hand work to other agents',
  description: `Hands a goal to another agent that works on it in the background, or several with tasks, and returns at once with a delegation_id. Their results come to you once, in one notification when the last is done, also after crashes. A delegate knows only goal and context, and cannot ask you anything.

Look at \`delivery\`, as with \`terminal\`: "wake" means that you may end your turn. Do not poll. At most ${setting('delegationUnits')} at a time, each with at most ${setting('delegationTasks')} tasks; more are rejected.`,
  inputSchema: toInputSchema(delegateArguments),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
