import { RingbackError } from '../../../base/errors.ts';
import { parseCursor } from '../../../engine/cursor.ts';
import { isEnded } from '../../../engine/life.ts';
import type { ProcessSnapshot } from '../../../engine/types.ts';
import { endedStatus } from '../../../engine/wire-process.ts';
import type { ToolContext } from '../../context.ts';
import { deliveryOf } from '../../delivery.ts';
import { reportOnce } from '../../report-once.ts';
import type { ProcessAction } from '../action.ts';
import type { ProcessArguments } from '../definition.ts';
import { endFields, processFields } from '../fields.ts';
import { describeLowered, timeoutNote } from '../timeout-note.ts';

/** Waits until it ends, prints a matching line, the time is up, or the user sends a message. */
export const wait: ProcessAction = (context, id, args) => {
  if (args.cursor !== undefined && args.until === undefined)
    throw new RingbackError('bad_request', 'cursor needs until');
  if (args.ready && args.until !== undefined)
    throw new RingbackError('bad_request', 'until and ready exclude each other');
  return reportOnce(context, id, async () => {
    const { engine, interrupts, caller, signal } = context;
    const interrupt = interrupts.listen(caller.session_key);
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(), waitLimit(context, args) * 1000);
    const stop = AbortSignal.any([signal, interrupt.signal, timeUp.signal]);
    try {
      const news = args.ready
        ? await waitForReady(context, id, stop)
        : await waitForLine(context, id, args, stop);
      if (news) return { act: 'nothing', result: { ...news, ...lowered(context, args) } };
      const process = await waitForEnd(context, id, stop);
      if (isEnded(process.life))
        return { act: 'wait_exited', result: { ...showEnd(context, process), ...lowered(context, args) } };
      signal.throwIfAborted();
      const wasInterrupted = interrupt.signal.aborted;
      const show = wasInterrupted ? showInterrupt : showTimeout;
      return { act: 'nothing', result: show(context, engine.get(id), args) };
    } finally {
      clearTimeout(timer);
      interrupt.leave();
    }
  });
};

function limit({ config, caller }: ToolContext): number {
  return caller.wait_limit ?? config.waitLimitSeconds;
}

/** The requested time, if it is more than one call may wait. */
function loweredFrom(context: ToolContext, { timeout }: ProcessArguments): number | undefined {
  return timeout !== undefined && timeout > limit(context) ? timeout : undefined;
}

function lowered(context: ToolContext, args: ProcessArguments): { timeout_note?: string } {
  const from = loweredFrom(context, args);
  return from === undefined ? {} : { timeout_note: describeLowered(from, limit(context)) };
}

function waitLimit(context: ToolContext, { timeout }: ProcessArguments): number {
  const most = limit(context);
  return Math.max(0, Math.min(timeout ?? most, most) - (context.caller.waited ?? 0));
}

/** Searches from the cursor on, or in everything that is kept. */
async function waitForLine(
  context: ToolContext,
  id: string,
  { until, cursor }: ProcessArguments,
  signal: AbortSignal,
) {
  if (until === undefined) return undefined;
  const { engine, notifier, views, config } = context;
  const from = cursor === undefined ? 0 : parseCursor(cursor);
  const match = await notifier.waitUntil(id, { pattern: until, from, signal });
  if (!match) return undefined;
  const process = engine.get(id);
  return {
    ...processFields(context, process),
    status: 'matched',
    process_running: !isEnded(process.life),
    until,
    line: match.line,
    cursor: String(match.next),
    output: views.tail(process, config.waitTimeoutCharacters),
  };
}

async function waitForReady(context: ToolContext, id: string, signal: AbortSignal) {
  const { engine, notifier, views, config } = context;
  if (!(await notifier.waitForReady(id, signal))) return undefined;
  const process = engine.get(id);
  return {
    ...processFields(context, process),
    status: 'ready',
    process_running: !isEnded(process.life),
    ready_at: new Date(process.readyAt).toISOString(),
    ...notifier.readyPlace(id),
    output: views.tail(process, config.waitTimeoutCharacters),
  };
}

async function waitForEnd(
  { engine }: ToolContext,
  id: string,
  signal: AbortSignal,
): Promise<ProcessSnapshot> {
  try {
    return (await engine.wait(id, { signal })).process;
  } catch (error) {
    if (!signal.aborted) throw error;
    return engine.get(id);
  }
}

function showEnd(context: ToolContext, process: ProcessSnapshot) {
  const { views, config } = context;
  return {
    ...processFields(context, process),
    ...endFields(process),
    status: endedStatus(process.life),
    output: views.tail(process, config.waitOutputCharacters),
  };
}

function showTimeout(context: ToolContext, process: ProcessSnapshot, args: ProcessArguments) {
  const { views, config } = context;
  const most = limit(context);
  const delivery = deliveryOf(context, { asTask: isPromised(context, process.id) });
  return {
    ...processFields(context, process),
    status: 'timeout',
    process_running: true,
    timeout_note: timeoutNote({
      seconds: Math.min(args.timeout ?? most, most),
      loweredFrom: loweredFrom(context, args),
      process,
      delivery,
    }),
    output: views.tail(process, config.waitTimeoutCharacters),
  };
}

function showInterrupt(context: ToolContext, process: ProcessSnapshot) {
  const { views, config } = context;
  return {
    ...processFields(context, process),
    status: 'interrupted',
    process_running: true,
    note: 'A new message from the user arrived: answer it first. The command is still running; this is not an error.',
    output: views.tail(process, config.waitTimeoutCharacters),
  };
}

function isPromised({ notifier }: ToolContext, id: string): boolean {
  return notifier.results.get(id)?.isAnswered === false;
}
