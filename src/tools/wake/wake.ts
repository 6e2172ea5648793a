import { RingbackError } from '../../base/errors.ts';
import type { WireWakeUp } from '../../wire/wake.ts';
import { checkArguments } from '../arguments.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { advice, deliveryOf } from '../delivery.ts';
import { type WakeArguments, wakeArguments } from './definition.ts';

/** Only what belongs to the session that calls can be waited for, listed and cancelled. */
export async function wakeTool(context: ToolContext, given: unknown): Promise<Outcome> {
  const args = checkArguments(wakeArguments, given);
  return { result: await actions[args.action ?? 'set'](context, args) };
}

type Action = (context: ToolContext, args: WakeArguments) => Outcome['result'] | Promise<Outcome['result']>;

const actions: Readonly<Record<NonNullable<WakeArguments['action']>, Action>> = {
  async set(context, { action: _, id: __, note = '', ...when }) {
    const { wakeUps, caller } = context;
    // A call that is repeated sets nothing twice.
    const id = caller.call_id.replace(/^proc_/, 'wake_');
    const set = await wakeUps.set({ ...when, note, id, session_key: caller.session_key }, { own: true });
    const delivery = deliveryOf(context);
    const hint =
      set.state === 'pending' ? advice[delivery] : 'It has rung already: what it waits for is decided.';
    return { ...toResult(set), delivery, hint };
  },
  list({ wakeUps, caller }) {
    return { wakeups: wakeUps.list({ session: caller.session_key }).map(toResult) };
  },
  cancel({ wakeUps, caller }, { id }) {
    if (id === undefined)
      throw new RingbackError('bad_request', 'id is required for cancel', 'See the action "list".');
    return toResult(wakeUps.cancel(id, caller.session_key));
  },
};

/** Its session is the one that asks. */
function toResult({ session_key: _, ...rest }: WireWakeUp): Outcome['result'] {
  return rest;
}
