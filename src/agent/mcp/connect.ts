import {
  type CallToolResult,
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ringbackVersion } from '../../base/version.ts';
import { NoAnswer, NotThere, Refused } from './errors.ts';
import type { Place } from './place.ts';
import { plainFetch } from './plain-fetch.ts';

export type Connection = {
  /** All of them, as the server has them now. */
  readonly tools: readonly Tool[];
  call(name: string, args: Record<string, unknown>, options: CallOptions): Promise<CallToolResult>;
  close(): Promise<void>;
};

export type CallOptions = { readonly signal: AbortSignal; readonly timeoutMs: number };

type ConnectOptions = {
  /** What a program inherits. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** It is gone; never before it was there. */
  onEnd(): void;
};

/** Of what a program says to nobody, as much as explains why it has ended. */
const STDERR_CHARACTERS = 500;

/** This file loads the library: only where a server is configured. */
export async function connect(place: Place, options: ConnectOptions): Promise<Connection> {
  if (place.kind === 'url') return open(place, 'auto', options);
  try {
    // Looking for the newest revision first would start the program twice, and nearly all speak an older one.
    return await open(place, 'legacy', options);
  } catch (error) {
    if (!(error instanceof Error && error.cause instanceof ProtocolError)) throw error;
    return open(place, 'auto', options);
  }
}

async function open(
  place: Place,
  mode: 'legacy' | 'auto',
  { env, signal, onEnd }: ConnectOptions,
): Promise<Connection> {
  let tools: readonly Tool[] = [];
  const client = new Client(
    { name: 'ringback', version: ringbackVersion() },
    {
      versionNegotiation: { mode },
      listChanged: {
        tools: {
          onChanged: (_, now) => {
            if (now) tools = now;
          },
        },
      },
      jsonSchemaValidator: anything,
    },
  );
  const onBroken = () => {
    if (client.getProtocolEra() === 'legacy') void client.close().catch(() => {});
  };
  const { transport, said } = transportTo(place, env, onBroken);
  try {
    await client.connect(transport, { signal });
    tools = (await client.listTools({}, { signal })).tools;
  } catch (error) {
    await client.close().catch(() => {});
    throw withWords(error, said());
  }
  client.onclose = onEnd;
  return {
    get tools() {
      return tools;
    },
    call: (name, args, options) => call(client, name, args, options),
    async close() {
      client.onclose = () => {};
      await client.close();
    },
  };
}

/** What comes back is for a model to read, whatever its schema says. */
const anything: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

function transportTo(
  place: Place,
  inherited: Readonly<Record<string, string>>,
  onBroken: () => void,
): { readonly transport: Transport; said(): string } {
  if (place.kind === 'url') {
    const requestInit = { headers: { ...place.headers } };
    const transport = new StreamableHTTPClientTransport(new URL(place.url), {
      requestInit,
      fetch: plainFetch(onBroken),
    });
    return { transport, said: () => '' };
  }
  const { command, args, env, cwd } = place;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...inherited, ...env },
    cwd,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-STDERR_CHARACTERS);
  });
  return { transport, said: () => said.trim() };
}

function withWords(error: unknown, said: string): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error(said === '' ? message : `${message}; it said: ${said}`, { cause: error });
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  { signal, timeoutMs }: CallOptions,
): Promise<CallToolResult> {
  // Who says that it goes on is not given up.
  const patience = { timeout: timeoutMs, resetTimeoutOnProgress: true, onprogress: () => {} };
  try {
    return await client.callTool({ name, arguments: args }, { signal, ...patience });
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error);
  }
}

function explain(error: unknown): Error {
  const { message, cause } = error as Error;
  if (error instanceof ProtocolError) return new Refused(message);
  if (error instanceof SdkHttpError && error.status < 500) {
    // It was started again since, and does not know us any more.
    return error.status === 404 ? new NotThere(message) : new Refused(message);
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new NoAnswer('it took too long', false);
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return new NotThere(message);
  const isRefused = [error, cause].some((one) => (one as NodeJS.ErrnoException)?.code === 'ECONNREFUSED');
  return isRefused ? new NotThere('it cannot be reached') : new NoAnswer('it ended before', true);
}
