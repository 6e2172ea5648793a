import type { Invocation } from '../invocation.ts';
import { fixedSession } from '../session.ts';
import { UsageError } from '../usage-error.ts';

/** What is not needed is not loaded: a server on stdio has to answer at once. */
export async function main(invocation: Invocation<'mcp'>): Promise<number> {
  const { action, values } = invocation;
  const stray = (['port', 'host'] as const).find((name) => values[name] !== undefined);
  if (stray && !values.http) throw new UsageError(`--${stray} is an option of: ringback mcp --http`);
  if (action === 'install') return (await import('../mcp/install.ts')).registerClients(invocation);
  if (values.http) return (await import('../mcp/serve-http.ts')).serveMcpHttp(invocation);
  return serve(invocation);
}

async function serve({ client, home, values }: Invocation<'mcp'>): Promise<number> {
  if (process.stdin.isTTY)
    process.stderr.write(
      'Waiting for an MCP client on stdin. Clients start this server themselves; to register it: ringback mcp install\n',
    );
  // Set by the launcher for this process only.
  const isSupervised = process.env.RINGBACK_SUPERVISED === '1';
  delete process.env.RINGBACK_SUPERVISED;
  const { createContext } = await import('../../mcp/create-context.ts');
  const context = await createContext(client, home, fixedSession(values));
  const [{ serveOverStdio }, { Handshake }] = await Promise.all([
    import('../../mcp/stdio/serve.ts'),
    import('../../mcp/stdio/handshake.ts'),
  ]);
  await serveOverStdio(context, new Handshake(home, isSupervised));
  return 0;
}
