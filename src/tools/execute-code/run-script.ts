import type { ProcessSnapshot } from '../../engine/types.ts';
import { ScriptCalls } from './calls.ts';
import { Channel } from './channel.ts';
import { guard } from './guard.ts';
import type { Isolation } from './isolation.ts';
import { type KernelLimits, makeKernelLimits } from './kernel-limits.ts';
import type { Stop } from './stop.ts';
import type { CodeEnvironment } from './types.ts';
import type { Workspace } from './workspace.ts';

/** Between SIGTERM and SIGKILL: long enough to exit cleanly, too short to use up the machine. */
const graceMs = 50;
/** How much later a script's keeper ends it, in case the daemon is gone by then. */
const marginSeconds = 5;

/** How a script ended. Nothing of it runs any more, except `survivors`. */
export type ScriptEnd = {
  readonly process: ProcessSnapshot;
  readonly stopped: Stop | undefined;
  readonly survivors: readonly number[];
  readonly milliseconds: number;
  readonly calls: { readonly made: number; readonly hasRefused: boolean };
};

/**
 * The script is a process of the engine like any other, because only a keeper can promise that nothing is left behind:
 * it is the subreaper of everything the script starts, and ends it all. Three things end a script whose daemon died:
 * the end of its channel, at once; its keeper, when its time is up; and the next daemon, for whatever it had started
 * (`endLeftScripts`, which finds it by its workspace).
 */
export async function runScript(
  workspace: Workspace,
  isolation: Isolation,
  seconds: number,
  environment: CodeEnvironment,
): Promise<ScriptEnd> {
  const { engine, config, signal } = environment;
  const calls = new ScriptCalls(environment, workspace, isolation.sandbox);
  const limits = makeKernelLimits(environment.processId);
  const began = performance.now();
  let stopped: Stop | undefined;
  let kill: (() => Promise<unknown>) | undefined;
  let killing: Promise<unknown> | undefined;
  const stop = (why: Stop) => {
    stopped ??= why;
    killing ??= kill?.().catch(() => {});
  };
  const channel = await Channel.open(workspace.folder, {
    async call(tool, args) {
      const answer = await calls.answer(tool, args);
      if (calls.isHopeless) stop({ why: 'call_limit' });
      return answer;
    },
    broken: (what) => stop({ why: 'channel', what }),
  });
  let leave = () => {};
  try {
    const { id, pid, keeperPid } = await start(workspace, isolation, seconds, limits, environment);
    limits.lowerPriorityOf(pid);
    kill = () => engine.kill(id, { graceMs });
    // It was stopped before its start was confirmed.
    if (stopped) stop(stopped);
    leave = guard({ engine, id, keeperPid, seconds, config, signal, stop });
    const { process } = await engine.wait(id);
    leave();
    await killing;
    // What it left behind; without descendants this sends nothing.
    const { survivors } = await engine.kill(id, { graceMs });
    return { process, stopped, survivors, milliseconds: performance.now() - began, calls };
  } finally {
    leave();
    channel.close();
    limits.remove();
    await calls.end();
  }
}

async function start(
  workspace: Workspace,
  { sandbox }: Isolation,
  seconds: number,
  limits: KernelLimits,
  { engine, processId, cwd, env, session, task, config }: CodeEnvironment,
): Promise<ProcessSnapshot> {
  try {
    return await engine.start({
      id: processId,
      command: workspace.prepareRun(limits.lines, sandbox),
      shell: '/bin/sh',
      cwd,
      env,
      session,
      ...(task !== undefined && { task }),
      foreground: true,
      maxRuntimeSeconds: seconds + marginSeconds,
      logLimitBytes: Math.max(64 * 1024, config.codeOutputBytes + 1024 * 1024),
    });
  } catch (error) {
    await workspace.remove();
    throw error;
  }
}
