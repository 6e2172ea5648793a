import { createContext } from '../../mcp/create-context.ts';
import { serveOverHttp } from '../../mcp/http/serve.ts';
import { findToken } from '../../mcp/http/token.ts';
import type { Invocation } from '../invocation.ts';
import { writeJson, writeLine } from '../out.ts';
import { fixedSession } from '../session.ts';
import { UsageError } from '../usage-error.ts';
import { parsePort } from '../values.ts';

/** "RING" on a telephone. */
const DEFAULT_PORT = '7464';
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

/** `ringback mcp --http`: runs until it gets a signal. */
export async function serveMcpHttp({ client, values, home, json }: Invocation<'mcp'>): Promise<number> {
  const { host: address = '127.0.0.1', port = DEFAULT_PORT } = values;
  if (!LOOPBACK.includes(address))
    throw new UsageError(
      `--host must be one of ${LOOPBACK.join(', ')}, not '${address}'`,
      'From another machine, use an SSH tunnel: anyone who can reach this server can run commands.',
    );
  const token = findToken(home);
  // The shell that it was started in says nothing about who calls: its variables are ignored.
  const context = { ...(await createContext(client, home, fixedSession(values))), variables: {} };
  const options = { port: parsePort('port', port), address, token: token.value };
  const server = await serveOverHttp(context, options);
  if (json) writeJson({ status: 'ok', url: server.url, token: token.place, pid: process.pid });
  else {
    writeLine(`MCP server at ${server.url}, pid ${process.pid}`);
    writeLine(`Clients must send the header "Authorization: Bearer TOKEN"; the token is in ${token.place}`);
  }
  await untilSignal();
  await server.close();
  return 0;
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
