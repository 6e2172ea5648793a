import { spawn } from 'node:child_process';

/** Runs a short program of this machine to its end, with everything that it starts. Resolves with its exit code. */
export function runHere(args: readonly string[], input: string, signal: AbortSignal): Promise<number> {
  const [program = '', ...rest] = args;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    // A group of its own, which can be ended as a whole.
    const child = spawn(program, rest, {
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const end = () => {
      endGroup(child.pid);
      reject(signal.reason);
    };
    signal.addEventListener('abort', end, { once: true });
    const leave = () => signal.removeEventListener('abort', end);
    child.on('error', (error) => {
      leave();
      reject(error);
    });
    // It may end without reading; and where no more files can be opened there is none.
    child.stdin?.on('error', () => {}).end(input);
    child.on('exit', (code) => {
      leave();
      // Nothing that it started stays.
      endGroup(child.pid);
      if (code === null) reject(new Error(`${program} was ended by a signal`));
      else resolve(code);
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody is left.
  }
}
