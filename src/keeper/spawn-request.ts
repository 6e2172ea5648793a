import { encodeEntry } from './frames/record.ts';

/** Everything a keeper needs to start a command: the frame SPAWN. */
export type SpawnRequest = {
  readonly keep: string;
  readonly id: string;
  /** The program, as an absolute path, and its arguments. */
  readonly args: readonly string[];
  /** Nothing is started before `begin`. */
  readonly isHeld?: boolean | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly spec: string;
  readonly pty: boolean;
  readonly stdin: boolean;
  readonly cols: number;
  readonly rows: number;
  readonly logLimitBytes: number;
  /** The beginning of the log, which stays. */
  readonly logHeadBytes: number;
  readonly maxRuntimeMs?: number | undefined;
  /** Undefined: the launcher's own. */
  readonly umask?: number | undefined;
  readonly wake: readonly string[];
  readonly watch: boolean;
  /** Look for prompts, and wake an engine for each. */
  readonly sense?: boolean | undefined;
  /** How long a silence has to be told, and to wake an engine. */
  readonly quietMs?: number | undefined;
};

/** One string, built in one go: this is on the way of every start. */
export function encodeSpawnRequest(request: SpawnRequest): string {
  let text =
    encodeEntry('keep', request.keep) +
    encodeEntry('id', request.id) +
    encodeEntry('cwd', request.cwd) +
    encodeEntry('spec', request.spec) +
    encodeEntry('pty', request.pty) +
    encodeEntry('stdin', request.stdin) +
    encodeEntry('cols', request.cols) +
    encodeEntry('rows', request.rows) +
    encodeEntry('limit', request.logLimitBytes) +
    encodeEntry('head', request.logHeadBytes) +
    encodeEntry('watch', request.watch);
  if (request.sense) text += encodeEntry('sense', true);
  if (request.quietMs) text += encodeEntry('quiet_ms', request.quietMs);
  if (request.maxRuntimeMs !== undefined) text += encodeEntry('max_runtime_ms', request.maxRuntimeMs);
  if (request.umask !== undefined) text += encodeEntry('umask', request.umask);
  // A keeper that cannot wait does not know this key, and refuses.
  const key = request.isHeld ? 'held_arg' : 'arg';
  for (const arg of request.args) text += `${key}=${arg}\0`;
  for (const arg of request.wake) text += `wake=${arg}\0`;
  // First: who looks for it in a running process reads only the beginning of a large environment.
  text += `env=RINGBACK_PROCESS_ID=${request.id}\0`;
  for (const name in request.env) {
    if (name !== 'RINGBACK_PROCESS_ID') text += `env=${name}=${request.env[name]}\0`;
  }
  return text;
}
