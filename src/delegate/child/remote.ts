import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { Readable } from 'node:stream';
import { findAgentsScript } from '../../base/agent-programs.ts';
import { LOCAL } from '../../base/environment-name.ts';
import { RingbackError } from '../../base/errors.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { withinMs } from '../../base/within-ms.ts';
import type { Client } from '../../client/client.ts';
import type { OutputEvent } from '../../client/output-stream.ts';
import type { WireStart } from '../../wire/start.ts';
import type { Situation } from '../runner.ts';
import { type Child, type ChildCommand, type ChildEnd, LONGEST_LINE, type StartChild } from './child.ts';
import { readLines } from './read-lines.ts';

/** Where nobody can be reached, an end is not waited for any longer. */
const LONGEST_END_MS = 20_000;
const PUT_MS = 30_000;

/**
 * In another environment, as a process of the delegate's session: it ends with the delegate, whatever becomes of this
 * program. The agent there has its own login and variables; only what a runner adds to ours is sent along.
 */
export function startThere(situation: Pick<Situation, 'assignment' | 'client' | 'env'>): StartChild {
  const { client, env: ours } = situation;
  const { environment = LOCAL, session: session_key } = situation.assignment;
  const startCommand = (request: Omit<WireStart, 'environment' | 'session_key'>) =>
    client.start({ ...request, environment, session_key });
  return async ({ args, folder, env, hint }) => {
    const mark = `ringback-${randomBytes(8).toString('hex')}:`;
    const added = Object.entries(env).filter(([name, value]) => ours[name] !== value);
    const place = folder === '' ? {} : { workdir: folder };
    const started = await startCommand({
      ...place,
      command: wrap(args, mark),
      env: Object.fromEntries(added),
      stdin: true,
    });
    const interrupt = () => startCommand({ ...place, command: `kill -INT -- -${started.pid}`, env: {} });
    const child = new RemoteChild(client, started.session_id, mark, interrupt);
    const isThere = await child.begun;
    if (isThere) return child;
    const { stderr } = await child.ended;
    throw isThere === false
      ? new RingbackError('no_program', `There is no ${args[0]} in ${environment}.`, hint)
      : new RingbackError('failed', `${args[0]} could not be started in ${environment}. ${stderr}`.trim());
  };
}

/** Files there, in a folder of their own. */
export function putThere(run: (script: string, ms: number) => Promise<string>) {
  let folder = '';
  return {
    async put(name: string, text: string): Promise<string> {
      if (folder === '') folder = await run('umask 077; mktemp -d', PUT_MS);
      const path = `${folder}/${name}`;
      const done = await run(`printf %s ${quoteWord(text)} > ${quoteWord(path)} && echo done`, PUT_MS);
      if (folder === '' || done !== 'done')
        throw new RingbackError('failed', `${name} cannot be written there.`);
      return path;
    },
    async remove(): Promise<void> {
      if (folder !== '') await run(`rm -rf ${quoteWord(folder)}`, PUT_MS);
    },
  };
}

/**
 * Its output is what the program prints, and nothing else; at the end, behind `mark`, come the last of what it complained
 * of and its exit code. A log has only one stream.
 */
function wrap(args: ChildCommand['args'], mark: string): string {
  const [program] = args;
  return `${findAgentsScript}
command -v ${quoteWord(program)} > /dev/null 2>&1 || { echo ${mark}missing; exit 127; }
echo ${mark}begins
exec 3>&1
trap : INT
{ trap : INT; ${args.map(quoteWord).join(' ')}; echo "code $?" >&2; } 2>&1 >&3 3>&- | { trap '' INT; said=$(tail -c 4000); printf '\\n%s\\n' "$said" | sed '2,$s/^/${mark}/'; }`;
}

class RemoteChild implements Child {
  readonly lines: AsyncIterable<string>;
  readonly ended: Promise<ChildEnd>;
  /** Whether its program is there; undefined: the script itself failed. */
  readonly begun: Promise<boolean | undefined>;
  readonly #client: Client;
  readonly #id: string;
  readonly #writer: ReturnType<Client['writer']>;
  readonly #interrupt: () => Promise<unknown>;
  #written: Promise<unknown> = Promise.resolve();

  constructor(client: Client, id: string, mark: string, interrupt: () => Promise<unknown>) {
    this.#interrupt = interrupt;
    this.#client = client;
    this.#id = id;
    this.#writer = client.writer(id);
    const lines = new Readable({ objectMode: true, read() {} });
    const begun = Promise.withResolvers<boolean | undefined>();
    this.lines = lines;
    this.begun = begun.promise;
    this.ended = this.#follow(mark, lines, begun.resolve).finally(() => {
      begun.resolve(undefined);
      lines.push(null);
    });
  }

  send(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    this.#enqueue(() => this.#writer.write(bytes, { isPatient: true }));
  }

  closeInput(): void {
    this.#enqueue(() => this.#client.close(this.#id));
  }

  /** In order; what has ended reads nothing more. */
  #enqueue(write: () => Promise<unknown>): void {
    this.#written = this.#written.then(write).catch(() => {});
  }

  interrupt(): void {
    this.#interrupt().catch(() => {});
  }

  async end(): Promise<ChildEnd> {
    const unknown: ChildEnd = { code: null, signal: null, stderr: '' };
    const killed = this.#client.kill(this.#id).then(() => this.ended);
    return (await withinMs(LONGEST_END_MS, killed)) ?? unknown;
  }

  async #follow(mark: string, lines: Readable, begun: (isThere: boolean) => void): Promise<ChildEnd> {
    const said: string[] = [];
    let process: Extract<OutputEvent, { type: 'ended' }>['process'] | undefined;
    const events = this.#client.follow(this.#id, { from: 0, raw: true });
    const bytes = bytesOf(events, (ended) => {
      process = ended;
    });
    let isBlank = false;
    for await (const line of readLines(bytes, LONGEST_LINE)) {
      const isMarked = line.startsWith(mark);
      // The one before the first marked line is not the program's.
      if (isBlank && !isMarked) lines.push('');
      isBlank = line === '';
      if (isMarked) said.push(line.slice(mark.length));
      else if (!isBlank) lines.push(line);
      if (said.length === 1) begun(said[0] === 'begins');
    }
    return endOf(said.slice(1), process);
  }
}

async function* bytesOf(
  events: AsyncIterable<OutputEvent>,
  onEnd: (process: Extract<OutputEvent, { type: 'ended' }>['process']) => void,
): AsyncGenerator<Uint8Array> {
  for await (const event of events)
    if (event.type === 'output') yield event.bytes;
    else if (event.type === 'ended') onEnd(event.process);
}

/** The program's own end, which the script told last; where it could not tell, that of the script. */
export function endOf(
  said: readonly string[],
  process:
    | { readonly exit_code: number | null; readonly signal: string | null; readonly note?: string }
    | undefined,
): ChildEnd {
  const [, code] = /^code (\d+)$/.exec(said.at(-1) ?? '') ?? [];
  const note = process?.note ?? '';
  if (code === undefined)
    return {
      code: process?.signal ? null : (process?.exit_code ?? null),
      signal: process?.signal ?? null,
      stderr: [...said, note].filter(Boolean).join('\n'),
    };
  const signal = Number(code) > 128 ? signalOf(Number(code) - 128) : null;
  return { code: signal === null ? Number(code) : null, signal, stderr: said.slice(0, -1).join('\n') };
}

function signalOf(number: number): string | null {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? null;
}
