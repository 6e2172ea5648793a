import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RingbackError } from '../../../base/errors.ts';
import type { Program } from '../../environment.ts';
import type { EngineApi } from './api.ts';
import { HijackedStream } from './hijacked-stream.ts';

/** How a program is to run in a container; what is absent is as the container has it. */
export type Surroundings = {
  readonly user?: string;
  readonly workdir?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** What is used of an inspected exec. */
export type ExecState = {
  readonly Running: boolean;
  /** Docker: null until it ended. Podman: 0. */
  readonly ExitCode: number | null;
  /** 0: it never began. Podman: also when it ended. */
  readonly Pid: number;
  /** Podman: it ended. Docker: it ended a while ago. */
  readonly CanRemove?: boolean;
};

const FIRST_LOOK_MS = 5;
const SLOWEST_LOOK_MS = 200;
/** A program outlives its output by moments, or the stream broke. */
const LONGEST_AFTERLIFE_MS = 5_000;

/** Runs a program in a container. Rejects when it does not begin. */
export async function execute(
  api: EngineApi,
  container: string,
  args: readonly string[],
  { user, workdir, env = {} }: Surroundings,
): Promise<Program> {
  const body = {
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: false,
    Cmd: args,
    Env: Object.entries(env).map(([key, value]) => `${key}=${value}`),
    User: user,
    WorkingDir: workdir,
  };
  const path = `/containers/${container}/exec`;
  const { Id } = await api.callForJson<{ readonly Id: string }>({ method: 'POST', path, body });
  const start = { method: 'POST', path: `/exec/${Id}/start`, body: { Detach: false, Tty: false } } as const;
  const socket: Socket = await api.hijack(start);
  const stream = new HijackedStream(socket, () => exitCode(api, Id));
  try {
    await begin(api, Id, stream);
  } catch (error) {
    stream.close();
    throw error;
  }
  return stream;
}

export function isOver({ Running, ExitCode, Pid, CanRemove }: ExecState): boolean {
  if (Running || ExitCode === null) return false;
  // Podman's 0 of one that has yet to begin is not an exit code.
  return CanRemove === true || Pid !== 0 || ExitCode !== 0;
}

/** An engine that could not start a program says so in the place of its output, after the stream was promised. */
export function neverBegan(state: ExecState, output: string): boolean {
  const { ExitCode, Pid, CanRemove } = state;
  const isRefused = isOver(state) && Pid === 0 && ExitCode !== null && ExitCode >= 125 && ExitCode <= 127;
  return isRefused && (CanRemove !== true || /\bOCI\b|exec failed|unable to find user/.test(output));
}

async function begin(api: EngineApi, exec: string, stream: HijackedStream): Promise<void> {
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, SLOWEST_LOOK_MS)) {
    const state = await inspectExec(api, exec);
    // Docker calls it running before it tries.
    if (state.Running && state.Pid !== 0) return stream.begin();
    if (isOver(state)) {
      // Its last words may still be on the way.
      await Promise.race([stream.over, sleep(LONGEST_AFTERLIFE_MS, undefined, { ref: false })]);
      if (!neverBegan(state, stream.firstWords)) return stream.begin();
      const words = stream.firstWords.trim().replace(/\s+/g, ' ');
      const isMissing = /not found|no such file/i.test(words);
      throw new RingbackError(
        isMissing ? 'no_program' : 'failed',
        `It cannot be run in the container: ${words}`,
      );
    }
    await sleep(pause);
  }
}

/** Null where nobody knows: the engine is down, has forgotten it, or it runs on without a stream. */
async function exitCode(api: EngineApi, exec: string): Promise<number | null> {
  const deadline = Date.now() + LONGEST_AFTERLIFE_MS;
  try {
    for (let pause = FIRST_LOOK_MS; Date.now() < deadline; pause = Math.min(pause * 2, SLOWEST_LOOK_MS)) {
      const state = await inspectExec(api, exec);
      if (isOver(state)) return state.ExitCode;
      await sleep(pause);
    }
  } catch {
    // As below.
  }
  return null;
}

function inspectExec(api: EngineApi, exec: string): Promise<ExecState> {
  return api.callForJson<ExecState>({ method: 'GET', path: `/exec/${exec}/json` });
}
