import type { Invocation } from '../invocation.ts';
import { sessionOf } from '../session.ts';
import { UsageError } from '../usage-error.ts';

/** Each way is loaded only when it is gone: a server on stdio has to answer at once. */
export async function main(invocation: Invocation<'mcp'>): Promise<number> {
  const [action] = invocation.positionals;
  if (action === 'install') return (await import('../register-clients.ts')).registerClients(invocation);
  if (action !== undefined)
    throw new UsageError(`unknown action '${action}'`, 'Actions: install; none serves the client on stdio.');
  if (invocation.values.http) return (await import('../serve-mcp-http.ts')).serveMcpHttp(invocation);
  return serve(invocation);
}

async function serve({ client, home, values }: Invocation<'mcp'>): Promise<number> {
  const { createHost } = await import('../../mcp/create-host.ts');
  const host = await createHost(client, home, sessionOf(values).session_key);
  const { serveOverStdio } = await import('../../mcp/stdio/serve.ts');
  await serveOverStdio(host);
  return 0;
}
