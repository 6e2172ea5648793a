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
  // Said by the launcher to us alone.
  const isSupervised = process.env.RINGBACK_SUPERVISED === '1';
  delete process.env.RINGBACK_SUPERVISED;
  const { createHost } = await import('../../mcp/create-host.ts');
  const host = await createHost(client, home, sessionOf(values).session_key);
  const [{ serveOverStdio }, { Handshake }] = await Promise.all([
    import('../../mcp/stdio/serve.ts'),
    import('../../mcp/stdio/handshake.ts'),
  ]);
  await serveOverStdio(host, new Handshake(home, isSupervised));
  return 0;
}
