import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CliHome } from '../../cli/cli-home.ts';
import { createClient, type Generation } from '../mcp-client.ts';

type After = (clean: () => Promise<void>) => void;

export type HttpServer = {
  readonly url: string;
  readonly token: string;
  /** As a person would; its exit code. */
  end(): Promise<number | null>;
};

/** `ringback mcp --http` on a port of its own. */
export async function startHttp(after: After, home: CliHome): Promise<HttpServer> {
  const child = home.spawn(['mcp', '--http', '--port', '0', '--json']);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const end = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  after(async () => void (await end()));
  const token = readFileSync(join(home.folder, 'mcp-token'), 'utf8').trim();
  return { url, token, end };
}

export async function connectHttp(
  after: After,
  { url, token }: HttpServer,
  generation: Generation | string,
  name?: string,
): Promise<Client> {
  const client = createClient(generation, name);
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  after(() => client.close());
  return client;
}
