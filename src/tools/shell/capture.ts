import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { randomBytes } from '../../base/random.ts';
import { captureScript, REPORT } from './capture-script.ts';
import { endTree } from './end-tree.ts';
import { programOf } from './shell-kind.ts';
import { type Login, parseCapture } from './snapshot.ts';
import type { Variables } from './variables.ts';

export type CaptureRequest = {
  readonly shell: string;
  readonly home: string;
  /** Everything the shell is started with. */
  readonly env: Variables;
  readonly isInteractive: boolean;
  readonly limitMs: number;
};

/** Start-up files that print megabytes into our pipe are broken. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Starts a login shell without a terminal and asks for its state after its start-up files. Undefined if it ended early
 * (`exec`, `exit`) or took too long. Nothing of it stays, whatever happens.
 */
export function capture({
  shell,
  home,
  env,
  isInteractive,
  limitMs,
}: CaptureRequest): Promise<Login | undefined> {
  const mark = `ringback-${randomBytes(12).toString('hex')}`;
  const [program = shell, ...first] = programOf(shell);
  const flags = isInteractive ? ['-l', '-i'] : ['-l'];
  const args = [...first, ...flags, '-c', captureScript(shell, home, mark)];
  const quiet = Array.from({ length: REPORT }, () => 'ignore' as const);
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, cwd: home, detached: true, stdio: [...quiet, 'pipe'] });
    const pipe = Array.from<unknown>(child.stdio)[REPORT] as Readable | undefined;
    const pieces: Buffer[] = [];
    let bytes = 0;
    let isFinished = false;
    const finish = () => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      if (child.pid !== undefined) endTree(child.pid);
      // A process that it started and that detached may hold the other end open for ever.
      pipe?.destroy();
      resolve(parseCapture(shell, mark, Buffer.concat(pieces).toString('utf8')));
    };
    const timer = setTimeout(finish, limitMs);
    child.on('error', finish);
    // What it reported before may still be on its way.
    child.on('exit', () => setTimeout(finish, 300));
    pipe?.on('error', finish);
    pipe?.on('end', finish);
    pipe?.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      const last = piece.length > 256 ? piece : Buffer.concat(pieces.slice(-8));
      if (bytes > MOST_BYTES || last.includes(`${mark}-end\n`)) finish();
    });
  });
}
