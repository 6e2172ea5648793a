import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import type { WireDelegation, WireDelegationTask } from '../../wire/delegation.ts';
import type { Delivery } from '../../wire/tool.ts';
import { checkArguments } from '../arguments.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { advice, deliveryOf } from '../delivery.ts';
import { type DelegateArguments, delegateArguments } from './definition.ts';

/** Only delegations of the session that calls exist for it. */
export async function delegateTool(context: ToolContext, given: unknown): Promise<Outcome> {
  const args = checkArguments(delegateArguments, given);
  return { result: await actions[args.action ?? 'send'](context, args) };
}

type Action = (
  context: ToolContext,
  args: DelegateArguments,
) => Outcome['result'] | Promise<Outcome['result']>;

const actions: Readonly<Record<NonNullable<DelegateArguments['action']>, Action>> = {
  async send(context, { action: _, delegation_id: __, task_index: ___, text: ____, ...asked }) {
    const { delegations, caller } = context;
    if (caller.isScript)
      throw new RingbackError(
        'bad_request',
        'A script cannot leave delegates behind.',
        'Call the tool itself.',
      );
    const sent = await delegations.dispatch({
      ...asked,
      ...((asked.environment ?? LOCAL) === LOCAL && { workdir: asked.workdir ?? caller.workdir }),
      // A call that is repeated sends nothing twice.
      id: caller.call_id.replace(/^proc_/, 'dlg_'),
      session_key: caller.session_key,
      env: caller.env,
    });
    const { status, delegation_id, tasks, error, advice: instead } = sent;
    if (status === 'rejected') return { status, error, advice: instead };
    const delivery = deliveryOf(context);
    return { delegation_id, status, tasks, delivery, hint: hints[delivery] };
  },
  list({ delegations, caller }) {
    return { delegations: delegations.list({ session_key: caller.session_key }).map(withoutSession) };
  },
  look({ delegations, caller, config }, args) {
    const { task_index: index } = args;
    const found = delegations.get(idOf(args), caller.session_key);
    if (index === undefined)
      return {
        ...withoutSession(found),
        tasks: found.tasks.map((one) => cutResult(one, config.outputCharacters)),
      };
    const task = found.tasks[index];
    if (task) return { delegation_id: found.delegation_id, ...task };
    throw new RingbackError('not_found', `${found.delegation_id} has no task ${index}; they count from 0.`);
  },
  message({ delegations, caller }, args) {
    const { text, task_index } = args;
    if (text === undefined) throw new RingbackError('bad_request', 'text is required for message');
    return delegations.message(idOf(args), {
      text,
      client_id: caller.call_id,
      session_key: caller.session_key,
      ...(task_index !== undefined && { task_index }),
    });
  },
  interrupt({ delegations, caller }, { delegation_id, task_index, text }) {
    const { session_key } = caller;
    const how = { session_key, ...(text !== undefined && { reason: text }) };
    if (delegation_id === undefined) return delegations.interruptAll(how);
    return delegations.interrupt(delegation_id, { ...how, ...(task_index !== undefined && { task_index }) });
  },
};

const hints: Readonly<Record<Delivery, string>> = {
  ...advice,
  none: 'Nothing will reach you by itself here: see later with delegate(action="look"), or wait for a session_id with process(action="wait").',
};

function idOf({ action, delegation_id: id }: DelegateArguments): string {
  if (id !== undefined) return id;
  throw new RingbackError('bad_request', `delegation_id is required for ${action}`, 'See the action "list".');
}

/** Its session is the one that asks. */
function withoutSession({ session_key: _, ...rest }: WireDelegation): Outcome['result'] {
  return rest;
}

/** Several long results would be more than anybody reads. */
function cutResult({ result, ...task }: WireDelegationTask, most: number): WireDelegationTask {
  if (result === undefined || result.length <= most)
    return { ...task, ...(result !== undefined && { result }) };
  const note = `… (${result.length} characters; look with task_index ${task.task_index} shows all)`;
  return { ...task, result: `${result.slice(0, most).toWellFormed()}${note}` };
}
