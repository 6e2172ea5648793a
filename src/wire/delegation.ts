/** Delegations: goals that are handed to other agents, which report back once. */
import * as z from 'zod/mini';
import { delegateKinds } from './delegate-kinds.ts';
import { delegationStatus } from './events.ts';
import * as fields from './fields.ts';
import {
  anyText,
  count,
  filledText,
  flag,
  list,
  number,
  numberText,
  ok,
  processId,
  text,
  time,
  variables,
  wholeNumber,
} from './kinds.ts';
import { field, maybe, message, nullable, object } from './message.ts';
import { notificationState } from './notification.ts';

const delegationIdText = z.string().check(z.regex(/^dlg_[0-9a-f]{12}$/, 'must be dlg_ and 12 hex digits'));
const id = field(delegationIdText, 'The id of the delegation: `dlg_` and 12 hexadecimal digits.');
const process = field(processId, 'The id of the process that carries it out, which has a log of its steps.');

/** Which program carries out a task: our own agent, or another one that is installed. */
export const delegateKind = z.enum(delegateKinds);
export type DelegateKind = z.output<typeof delegateKind>;

/** As much as a command line could never carry; still far from what a model reads. */
const MOST_CHARACTERS = 100_000;
const longText = filledText.check(z.maxLength(MOST_CHARACTERS));

const taskFields = () => ({
  context: maybe(longText, 'What it has to know beside the goal; it knows nothing of the conversation.'),
  to: maybe(delegateKind, 'Who carries it out. Default: `own`, the agent of Ringback.'),
  model: maybe(filledText, 'The model that works. Default: that of the agent.'),
  environment: maybe(filledText, 'Where its commands run: a name of `GET /v1/environments`. Default: here.'),
  workdir: maybe(filledText, 'The folder in which it works: an absolute path, there.'),
});

export const delegationRequest = object(() => ({
  id: maybe(delegationIdText, 'Of your choice: asked again with the same, there is one delegation.'),
  session_key: field(filledText, 'The conversation that is told the results.'),
  goal: maybe(longText, 'What is to be done; with `tasks` what they are for together.'),
  ...taskFields(),
  tasks: maybe(
    z.readonly(z.array(object(() => ({ goal: field(longText, 'What is to be done.'), ...taskFields() })))),
    'Of a fan-out: each is carried out by a delegate of its own, and all are told together, in this order. What is given beside them is the default of each.',
  ),
  role: maybe(filledText, 'The role of the delegates. Default: `leaf`.'),
  toolsets: maybe(list(filledText), 'The tools that the delegates have. Default: all.'),
  max_runtime: maybe(wholeNumber(1, 10 ** 9), 'Seconds after which each delegate is ended.'),
  env: field(variables, 'The variables that the delegates are started with, all of them.'),
}));
export type DelegationRequest = z.output<typeof delegationRequest>;

export const wireDispatched = message('Dispatched', () => ({
  status: field(
    z.enum(['dispatched', 'rejected']),
    '`rejected`: nothing was begun; `error` says why and `advice` what to do.',
  ),
  delegation_id: id,
  tasks: field(
    list(
      object(() => ({
        task_index: field(count, 'Its place in the order, from 0.'),
        session_id: process,
        error: maybe(anyText, 'Why it could not be started; its outcome is told with the others.'),
      })),
    ),
    'The delegates, in order.',
  ),
  error: maybe(anyText, 'Why it was rejected.'),
  advice: maybe(anyText, 'What to do instead.'),
}));
export type WireDispatched = z.output<typeof wireDispatched>;

export const delegateState = z.enum(['sent', 'running', 'interrupting', 'ended']);
export type DelegateState = z.output<typeof delegateState>;

/** What is known of the work besides its result. */
const spent = () => ({
  api_calls: maybe(count, 'How often the model was asked.'),
  cost: maybe(z.number().check(z.gte(0)), 'What that cost, in US dollars, where it is known.'),
  input_tokens: maybe(count, 'Tokens that the model read.'),
  output_tokens: maybe(count, 'Tokens that the model wrote.'),
});

export const wireDelegationTask = message('DelegationTask', () => ({
  task_index: field(count, 'Its place in the order, from 0.'),
  session_id: process,
  state: field(delegateState, 'Written down, at work, told to stop, or ended.'),
  status: maybe(delegationStatus, 'Of an ended one: how it came back.'),
  goal: field(anyText, 'What is to be done.'),
  context: maybe(anyText, 'What it was given beside the goal.'),
  to: field(delegateKind, 'Who carries it out.'),
  model: maybe(anyText, 'The model that works, as it was asked for, or as the delegate says.'),
  environment: field(anyText, 'Where its commands run; `local` is this machine.'),
  workdir: field(anyText, 'The folder in which it works; empty: the usual one there.'),
  result: maybe(anyText, 'What came out; of one that did not finish, what there is.'),
  error: maybe(anyText, 'What went wrong.'),
  ...spent(),
  left_running: maybe(list(processId), 'Processes that it left running; they are those of the session now.'),
  progress: maybe(anyText, 'The last line that it printed.'),
  started_at: nullable(time, 'When its process was started.'),
  ended_at: nullable(time, 'When it ended.'),
}));
export type WireDelegationTask = z.output<typeof wireDelegationTask>;

export const wireDelegation = message('Delegation', () => ({
  delegation_id: id,
  session_key: fields.sessionKey,
  state: field(z.enum(['running', 'ended']), 'Whether all of its tasks have ended.'),
  status: maybe(
    delegationStatus,
    'Of an ended one: of a fan-out `completed` where all are good, else `failed`.',
  ),
  goal: field(anyText, 'What is to be done.'),
  context: maybe(anyText, 'What the delegates were given beside the goal.'),
  role: field(anyText, 'The role of the delegates.'),
  toolsets: maybe(list(anyText), 'The tools that they have.'),
  is_batch: field(flag, 'Whether it is a fan-out.'),
  depth: field(wholeNumber(1), 'How many delegations stand above it, itself included.'),
  parent: maybe(processId, 'The delegate that sent it.'),
  tasks: field(list(wireDelegationTask), 'In order.'),
  dispatched_at: field(time, 'When it was sent.'),
  completed_at: nullable(time, 'When the last task ended.'),
  notification: maybe(
    object(() => ({
      id: field(anyText, 'The notification that tells it …'),
      state: field(notificationState, '… and what became of that.'),
    })),
    'How the session was told.',
  ),
  note: maybe(anyText, 'Something one should know about it: such as that it was never told.'),
}));
export type WireDelegation = z.output<typeof wireDelegation>;

export const delegationsQuery = object(() => ({
  session_key: fields.maybeSessionKey,
  state: maybe(z.enum(['running', 'ended']), 'Only those that run, or only those that have ended.'),
}));
export type DelegationsQuery = z.output<typeof delegationsQuery>;

export const wireDelegations = message('DelegationList', () => ({
  delegations: field(list(wireDelegation), 'The last one first; without contexts and results.'),
}));
export type WireDelegations = z.output<typeof wireDelegations>;

const taskIndex = maybe(count, 'Only this task. Default: all of it.');
const ownSession = maybe(text, 'Only if it belongs to this session.');

export const delegationQuery = object(() => ({ session_key: ownSession }));
export type DelegationQuery = z.output<typeof delegationQuery>;

export const delegationMessageRequest = object(() => ({
  text: field(longText, 'What the delegates are told while they work.'),
  task_index: taskIndex,
  client_id: maybe(filledText, 'Of your choice: asked again with the same, it is said once.'),
  session_key: ownSession,
}));
export type DelegationMessageRequest = z.output<typeof delegationMessageRequest>;

export const wireMessaged = message('Messaged', () => ({
  status: field(ok, 'Always `ok`.'),
  delegation_id: id,
  tasks: field(list(count), 'Those that are told: they have not ended.'),
}));
export type WireMessaged = z.output<typeof wireMessaged>;

const reason = maybe(filledText, 'Why, in words; the session is told it with the outcome.');

export const interruptDelegationRequest = object(() => ({
  task_index: taskIndex,
  reason,
  session_key: ownSession,
}));
export type InterruptDelegationRequest = z.output<typeof interruptDelegationRequest>;

export const interruptDelegationsRequest = object(() => ({
  session_key: maybe(text, 'Only those of this session. Default: all.'),
  reason,
}));
export type InterruptDelegationsRequest = z.output<typeof interruptDelegationsRequest>;

export const wireInterrupted = message('Interrupted', () => ({
  status: field(ok, 'Always `ok`.'),
  interrupted: field(count, 'How many delegates were told to stop.'),
  delegations: field(list(delegationIdText), 'Of which delegations they are.'),
}));
export type WireInterrupted = z.output<typeof wireInterrupted>;

/** What a delegate asks for when it begins. */
export const wireAssignment = message('Assignment', () => ({
  process_id: field(processId, 'Its process.'),
  delegation_id: id,
  task_index: field(count, 'Its place in the order, from 0.'),
  goal: field(anyText, 'What is to be done.'),
  context: maybe(anyText, 'What it has to know beside the goal.'),
  role: field(anyText, 'Its role.'),
  to: field(delegateKind, 'Who carries it out.'),
  model: maybe(anyText, 'The model that was asked for.'),
  toolsets: maybe(list(anyText), 'The tools that it has. Default: all.'),
  environment: field(anyText, 'Where its commands run; `local` is this machine.'),
  workdir: field(anyText, 'The folder in which it works, of there; empty: the usual one.'),
  depth: field(wholeNumber(1), 'How many delegations stand above it, its own included.'),
  may_delegate: field(flag, 'Whether it may delegate in turn.'),
  session_key: field(anyText, 'The session of what it starts itself: `delegate:` and its name.'),
  keep: field(anyText, 'The folder of its process, in which it leaves `result`.'),
  is_over: field(flag, 'Its outcome is known already: there is nothing to do.'),
}));
export type WireAssignment = z.output<typeof wireAssignment>;

export const ordersQuery = object(() => ({
  after: maybe(numberText, 'Only those with a higher sequence; Last-Event-ID goes before it.'),
}));
export type OrdersQuery = z.output<typeof ordersQuery>;

export const wireOrder = message('DelegateOrder', () => ({
  sequence: field(number, 'Grows with every order.'),
  type: field(z.enum(['message', 'interrupt']), 'To hear something, or to stop and say what there is.'),
  text: field(anyText, 'What is said, or why it is to stop.'),
}));
export type WireOrder = z.output<typeof wireOrder>;

/** The file `result` in the keep of a delegate, as JSON: written before it ends, to another name, synced and renamed. */
export const delegateResult = object(() => ({
  version: field(z.literal(1), 'Of this format.'),
  status: field(
    z.enum(['completed', 'failed', 'error', 'interrupted', 'stalled', 'timeout']),
    'How it came back.',
  ),
  result: field(anyText, 'What came out.'),
  error: maybe(anyText, 'What went wrong.'),
  ...spent(),
  model: maybe(anyText, 'The model that worked.'),
}));
export type DelegateResult = z.output<typeof delegateResult>;

/** Of one text of a result; the rest is cut off with a note. */
export const MOST_RESULT_CHARACTERS = 250_000;
/** The name of that file in the keep. */
export const RESULT_FILE = 'result';
