import { LOCAL } from '../../base/environment-name.ts';
import { completionReason } from '../../engine/life.ts';
import type { Life, ProcessSnapshot } from '../../engine/types.ts';
import type { WaitResult } from '../../engine/wait.ts';
import type { Outcome, ToolContext } from '../context.ts';
import { advice, deliveryOf } from '../delivery.ts';
import type { TerminalArguments } from './definition.ts';
import { shellHint } from './hints.ts';
import { placeOf } from './place-of.ts';
import { type StartedCommand, startCommand } from './start.ts';

/**
 * Waits for the command, which runs under a keeper like any other. It is started as one that notifies when it ends:
 * whatever crashes or is cancelled meanwhile, its end is reported. Only a result that was really sent cancels the
 * notification.
 */
export async function runInForeground(context: ToolContext, args: TerminalArguments): Promise<Outcome> {
  const { notifier, caller, signal } = context;
  // Before the start: it may end at once (trap 1).
  const releases = [notifier.dispatcher.hold(caller.call_id)];
  const release = () => {
    for (const one of releases.splice(0)) one();
  };
  let started: StartedCommand | undefined;
  try {
    started = await startCommand(context, args, { foreground: true, notifyOnComplete: !caller.isScript });
    const { id } = started.process;
    // A start that crashed half-way continues under another id.
    if (id !== caller.call_id) releases.push(notifier.dispatcher.hold(id));
    const waited = await waitForEnd(context, args, id);
    if (waited.status === 'ended')
      return await showEnd(context, args, { ...started, process: waited.process }, release);
    if (caller.isScript) return await endScriptCommand(context, waited.process, release);
    const outcome = continueInBackground(context, { ...started, process: waited.process }, waited);
    release();
    return outcome;
  } catch (error) {
    if (started && signal.aborted) await abandon(context, started.process);
    release();
    throw error;
  }
}

/** Waits until it ends, the time is up, or the user sends a message: then it continues in the background. */
async function waitForEnd(
  context: ToolContext,
  args: TerminalArguments,
  id: string,
): Promise<WaitResult & { readonly wasInterrupted?: boolean }> {
  const { engine, interrupts, caller, signal } = context;
  const timeoutMs = remainingMs(context, args);
  // What a script starts must not outlive its call.
  if (caller.isScript) return engine.wait(id, { timeoutMs, signal });
  const began = performance.now();
  const interrupt = interrupts.listen(caller.session_key);
  try {
    return await engine.wait(id, { timeoutMs, signal: AbortSignal.any([signal, interrupt.signal]) });
  } catch (error) {
    if (!interrupt.signal.aborted || signal.aborted) throw error;
    const waited = await engine.wait(id, { timeoutMs: 0, signal });
    const waitedSeconds = (performance.now() - began) / 1000;
    return waited.status === 'ended' ? waited : { ...waited, waitedSeconds, wasInterrupted: true };
  } finally {
    interrupt.leave();
  }
}

function remainingMs({ config, caller }: ToolContext, { timeout }: TerminalArguments): number {
  const seconds = timeout ?? caller.wait_limit ?? config.foregroundSeconds;
  return Math.max(0, seconds - (caller.waited ?? 0)) * 1000;
}

async function showEnd(
  context: ToolContext,
  args: TerminalArguments,
  { process, notes }: StartedCommand,
  release: () => void,
): Promise<Outcome> {
  const { engine, notifier, shells, views, config, caller } = context;
  // A script cannot leave processes behind; without descendants this sends nothing.
  if (caller.isScript) await engine.kill(process.id);
  const { cwd } =
    caller.isScript || process.environment !== LOCAL
      ? {}
      : await shells.settle(caller.session_key, caller.call_id);
  const { output, truncated } = views.whole(process, config.outputCharacters);
  // The result says how to read the rest, so it must be kept.
  if (truncated) engine.putInBackground(process.id);
  const { life } = process;
  const exit = life.state === 'exited' ? life.exit : undefined;
  return {
    result: {
      output,
      exit_code: exit?.exitCode ?? null,
      error:
        life.state === 'lost' || life.state === 'skipped'
          ? `The command was ${completionReason(life)}: ${life.note}`
          : null,
      ...(exit?.signal && { signal: exit.signal }),
      ...(exit && exit.terminationSource !== '' && { termination_source: exit.terminationSource }),
      ...(exit?.killedForMemory && { killed_for_memory: true }),
      ...(cwd !== undefined && { cwd }),
      ...(truncated && { truncated: true, session_id: process.id }),
      ...(exit && exit.descendants > 0 && !caller.isScript && describeDescendants(process, exit.descendants)),
      ...(process.ptyNote !== undefined && { pty_note: process.ptyNote }),
      ...(!caller.isScript && shellHint(args.command)),
      ...withResults(notes, life),
    },
    ...(caller.acknowledges && { shows: process.id }),
    settled(wasSent) {
      try {
        if (wasSent && caller.acknowledges) return;
        if (wasSent) notifier.noteAct(process.id, caller.session_key, 'wait_exited');
        else if (!caller.isScript) engine.putInBackground(process.id);
      } finally {
        release();
      }
    },
  };
}

/** Adds what was brought back of a folder that was sent. */
function withResults(notes: { note?: string }, life: Life): { note?: string } {
  const results = life.state === 'exited' ? life.note : undefined;
  const all = [notes.note, results].filter((note) => note !== undefined);
  return all.length > 0 ? { note: all.join(' ') } : {};
}

/** Promise 6: the end of the command and the end of what it started are two facts. */
function describeDescendants({ id }: ProcessSnapshot, descendants: number) {
  return {
    session_id: id,
    descendants,
    descendants_note: `The command ended, but processes that it started are still running (${descendants}). To end them: process(action="kill", session_id="${id}").`,
  };
}

/** It takes longer: it is not killed, continues in the background and notifies when it ends. */
function continueInBackground(
  context: ToolContext,
  { process, notes }: StartedCommand,
  waited: { readonly waitedSeconds: number; readonly wasInterrupted?: boolean },
): Outcome {
  const { engine, notifier, shells, views, config, caller } = context;
  const { wasInterrupted = false } = waited;
  const waitedSeconds = waited.waitedSeconds + (caller.waited ?? 0);
  engine.putInBackground(process.id);
  shells.forget(caller.call_id);
  const isQueued = process.life.state === 'queued';
  const why = isQueued ? `: ${describeQueue(process)}` : '';
  const isTask = caller.reach === 'task';
  if (isTask) notifier.results.promise(process.id, process.session);
  const delivery = deliveryOf(context, { asTask: isTask });
  const soFar = views.tail(process, config.waitTimeoutCharacters);
  return {
    ...(isTask && { promised: process }),
    result: {
      output: `STILL ${isQueued ? 'QUEUED' : 'RUNNING'} after ${Math.round(waitedSeconds)} s, in the background as ${process.id}${why}.${wasInterrupted ? ' A new message from the user arrived: answer it first.' : ''} This is not an error; its end will be reported once. ${advice[delivery]} Its output: process(action="log", session_id="${process.id}").${soFar && ` So far:\n${soFar}`}`,
      session_id: process.id,
      pid: process.pid,
      status: isQueued ? 'queued' : 'running',
      ...placeOf(process),
      exit_code: null,
      error: null,
      ...(wasInterrupted ? { interrupted: true } : { timed_out: true }),
      notify_on_complete: true,
      delivery,
      ...notes,
    },
  };
}

function describeQueue({ life, environment }: ProcessSnapshot): string {
  if (life.state === 'queued' && life.waitingFor) return `it waits for ${life.waitingFor.join(', ')}`;
  return `its turn to start in ${environment} has not come yet`;
}

/** A script cannot leave processes behind. */
async function endScriptCommand(
  context: ToolContext,
  process: ProcessSnapshot,
  release: () => void,
): Promise<Outcome> {
  const { engine, views, config, caller, notifier } = context;
  await engine.kill(process.id);
  const ended = engine.get(process.id);
  notifier.noteAct(process.id, caller.session_key, 'kill_by_session');
  release();
  return {
    result: {
      output: views.whole(ended, config.outputCharacters).output,
      exit_code: ended.life.state === 'exited' ? ended.life.exit.exitCode : null,
      error:
        'The command took longer than its timeout and was ended: inside execute_code nothing can continue in the background.',
      timed_out: true,
    },
  };
}

/** The caller disconnected: its command continues in the background; a script's is ended. */
async function abandon(
  { engine, notifier, shells, caller }: ToolContext,
  { id }: ProcessSnapshot,
): Promise<void> {
  if (!caller.isScript) {
    shells.forget(caller.call_id);
    return engine.putInBackground(id);
  }
  await engine.kill(id);
  notifier.noteAct(id, caller.session_key, 'kill_by_session');
}
