import { Readable, Writable } from 'node:stream';
import type { Program, ProgramEnd } from '../../environment.ts';
import { describeError } from './errors.ts';
import type { KubeConfig, Kubernetes, Socket } from './library.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;
const CLOSE = 255;

const LARGEST_FRAME = 256 << 10;
const KEPT_STDERR_BYTES = 4096;
/** Balancers in front of an API server cut lines that are silent for a minute; a line that is dead must be found out. */
const PING_MS = 25_000;
const LONGEST_CONNECT_MS = 30_000;
/** How long the server may take to answer our goodbye. */
const GOODBYE_MS = 2000;

export type ExecTarget = { readonly namespace: string; readonly pod: string; readonly container: string };

/** Runs a program in a container, over one WebSocket that carries its streams, each in a channel of its own. */
export async function exec(
  { Exec }: Kubernetes,
  config: KubeConfig,
  target: ExecTarget,
  args: readonly string[],
): Promise<Program> {
  const line = new ExecLine();
  const { handler } = new Exec(config);
  // A stream that the server closes would otherwise be this process's own. The status closes ours.
  const ignored = { pause() {}, end() {} };
  handler.streams = { stdin: ignored, stdout: ignored, stderr: ignored };
  const connecting = handler.connect(pathOf(target, args), null, (stream, bytes) => line.take(stream, bytes));
  line.connected(await withinTime(connecting));
  return line;
}

function pathOf({ namespace, pod, container }: ExecTarget, args: readonly string[]): string {
  const query = new URLSearchParams({
    stdin: 'true',
    stdout: 'true',
    stderr: 'true',
    tty: 'false',
    container,
  });
  for (const arg of args) query.append('command', arg);
  return `/api/v1/namespaces/${namespace}/pods/${pod}/exec?${query}`;
}

async function withinTime(connecting: Promise<Socket>): Promise<Socket> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer within 30 s')), LONGEST_CONNECT_MS);
  });
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    connecting.then(
      (socket) => socket.terminate(),
      () => {},
    );
    throw describeError(error, 'exec');
  } finally {
    clearTimeout(timer);
  }
}

class ExecLine implements Program {
  readonly stdin = new Writable({
    write: (chunk: Buffer, _, done) => this.#send(chunk, done),
    final: (done) => this.#endInput(done),
  });
  readonly stdout = new Readable({ read: () => this.#socket?.resume() });
  readonly ended: Promise<ProgramEnd>;
  readonly close = (): void => {
    this.#isHungUp = true;
    this.#socket?.close();
    // While paused it would read no goodbye.
    this.stdout.on('data', () => {});
    setTimeout(() => this.#socket?.terminate(), GOODBYE_MS).unref();
  };
  #socket: Socket | undefined;
  #stderr: Buffer = Buffer.alloc(0);
  #code: number | null = null;
  #complaint = '';
  #isClosed = false;
  #isHungUp = false;
  #settle: () => void = () => {};

  constructor() {
    this.stdin.on('error', () => {});
    this.stdout.on('error', () => {});
    this.ended = new Promise((resolve) => {
      this.#settle = () => {
        // What came before the end may still wait for its reader.
        const isRead = this.stdout.readableLength === 0 || this.stdout.destroyed || this.#isHungUp;
        if (this.#isClosed && isRead) resolve({ code: this.#code, stderr: this.#words() });
      };
    });
    this.stdout.on('end', () => this.#settle());
    this.stdout.on('close', () => this.#settle());
  }

  connected(socket: Socket): void {
    this.#socket = socket;
    let isAnswered = true;
    socket.on('pong', () => {
      isAnswered = true;
    });
    const pinging = setInterval(() => {
      if (!isAnswered) return socket.terminate();
      isAnswered = false;
      socket.ping();
    }, PING_MS);
    pinging.unref();
    socket.on('close', () => {
      clearInterval(pinging);
      this.#isClosed = true;
      this.stdout.push(null);
      this.stdin.destroy();
      this.#settle();
    });
  }

  /** One message of the server. Returns whether more are to come. */
  take(stream: number, bytes: Buffer): boolean {
    if (stream === STDOUT && bytes.length > 0) {
      if (!this.stdout.push(bytes)) this.#socket?.pause();
    } else if (stream === STDERR) {
      this.#stderr = Buffer.concat([this.#stderr, bytes]).subarray(-KEPT_STDERR_BYTES);
    } else if (stream === STATUS && bytes.length > 0) {
      const status = readStatus(bytes.toString());
      this.#code = status.code;
      this.#complaint = status.complaint;
      return false;
    }
    return true;
  }

  #send(chunk: Buffer, done: (error?: Error | null) => void): void {
    const rest = chunk.subarray(LARGEST_FRAME);
    const frame = Buffer.concat([Buffer.of(STDIN), chunk.subarray(0, LARGEST_FRAME)]);
    this.#socket?.send(frame, (error) => {
      if (error || rest.length === 0) done(error);
      else this.#send(rest, done);
    });
  }

  #endInput(done: () => void): void {
    if (this.#socket?.protocol === 'v5.channel.k8s.io') {
      this.#socket.send(Buffer.of(CLOSE, STDIN), () => done());
      return;
    }
    // Before Kubernetes 1.30 there is no word for the end of the input but to hang up.
    this.#complaint = 'This cluster cannot be told that the input ends (it needs Kubernetes 1.30 or newer).';
    this.#socket?.close();
    done();
  }

  #words(): string {
    return [this.#stderr.toString(), this.#complaint].filter(Boolean).join('\n');
  }
}

type Status = {
  readonly status?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
};

/** How a program ended, in the words of the API server: a failure that names no exit code is one to start it. */
export function readStatus(text: string): { readonly code: number | null; readonly complaint: string } {
  const { status, message = '', details } = JSON.parse(text) as Status;
  if (status === 'Success') return { code: 0, complaint: '' };
  const cause = details?.causes?.find(({ reason }) => reason === 'ExitCode')?.message;
  if (cause !== undefined) return { code: Number(cause), complaint: '' };
  if (/executable file not found|no such file or directory/i.test(message))
    return { code: 127, complaint: message };
  if (/permission denied/i.test(message)) return { code: 126, complaint: message };
  return { code: null, complaint: message };
}
