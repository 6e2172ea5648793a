import { RingbackError } from '../../base/errors.ts';
import { checkArguments } from '../arguments.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { findOwn } from '../own-process.ts';
import type { ProcessAction } from './action.ts';
import { close } from './actions/close.ts';
import { kill } from './actions/kill.ts';
import { list } from './actions/list.ts';
import { log } from './actions/log.ts';
import { notify } from './actions/notify.ts';
import { poll } from './actions/poll.ts';
import { submit } from './actions/submit.ts';
import { wait } from './actions/wait.ts';
import { write } from './actions/write.ts';
import { type Action, actions, processArguments } from './definition.ts';

const byName: Readonly<Record<Exclude<Action, 'list'>, ProcessAction>> = {
  poll,
  log,
  wait,
  kill,
  write,
  submit,
  close,
  notify,
};

export async function processTool(context: ToolContext, given: unknown): Promise<Outcome> {
  checkAction(given);
  const args = checkArguments(processArguments, given);
  if (args.action === 'list') return list(context);
  if (args.session_id === undefined || String(args.session_id).trim() === '')
    throw new RingbackError('bad_request', `session_id is required for ${args.action}`);
  refuseFromSandbox(context, args.action);
  const { id } = findOwn(context, String(args.session_id));
  return byName[args.action](context, id, args);
}

/** What is typed into a shell outside the sandbox runs outside it. */
function refuseFromSandbox({ caller }: ToolContext, action: Action): void {
  if (!caller.sandbox || !['write', 'submit', 'close'].includes(action)) return;
  throw new RingbackError(
    'bad_request',
    `An isolated script cannot ${action}: the process runs outside its isolation.`,
    'Call process yourself, not from a script.',
  );
}

/** Checked first: a mistyped action is answered with the list of actions. */
function checkAction(given: unknown): void {
  const action: unknown =
    typeof given === 'object' && given !== null && 'action' in given ? given.action : undefined;
  if ((actions as readonly unknown[]).includes(action)) return;
  const what =
    action === undefined || action === null
      ? '"action" is missing'
      : `unknown action ${JSON.stringify(action)}`;
  throw new RingbackError('bad_request', `${what}. The actions are ${actions.join(', ')}.`);
}
