import type { Invocation } from '../invocation.ts';
import { fixedSession } from '../session.ts';
import { UsageError } from '../usage-error.ts';

/** Each way is loaded only when it is gone: a server on stdio has to answer at once. */
export async function main(invocation: Invocation<'mcp'>): Promise<number> {
  const [action] = invocation.positionals;
  refuseStray(invocation.values, action === 'install');
  if (action === 'install') return (await import('../register-clients.ts')).registerClients(invocation);
  if (action !== undefined)
    throw new UsageError(`unknown action '${action}'`, 'Actions: install; none serves the client on stdio.');
  if (invocation.values.http) return (await import('../serve-mcp-http.ts')).serveMcpHttp(invocation);
  return serve(invocation);
}

const ofInstall = ['scope', 'all', 'print', 'remove'] as const;
const ofServer = ['session', 'http'] as const;
const ofHttp = ['port', 'host'] as const;

/** An option without what it belongs to would be ignored, and a server on stdio says nothing by itself. */
function refuseStray(values: Invocation<'mcp'>['values'], isInstall: boolean): void {
  const given = (names: readonly (keyof typeof values)[]) => names.find((name) => values[name] !== undefined);
  const alone = isInstall ? undefined : given(ofInstall);
  if (alone) throw new UsageError(`--${alone} is an option of: ringback mcp install`);
  const served = isInstall ? given(ofServer) : undefined;
  if (served) throw new UsageError(`--${served} is an option of: ringback mcp, without install`);
  const remote = values.http && !isInstall ? undefined : given(ofHttp);
  if (remote) throw new UsageError(`--${remote} is an option of: ringback mcp --http`);
}

async function serve({ client, home, values }: Invocation<'mcp'>): Promise<number> {
  if (process.stdin.isTTY)
    process.stderr.write(
      'Waiting for an MCP client on stdin; clients start this themselves. To register it: ringback mcp install\n',
    );
  // Said by the launcher to us alone.
  const isSupervised = process.env.RINGBACK_SUPERVISED === '1';
  delete process.env.RINGBACK_SUPERVISED;
  const { createHost } = await import('../../mcp/create-host.ts');
  const host = await createHost(client, home, fixedSession(values));
  const [{ serveOverStdio }, { Handshake }] = await Promise.all([
    import('../../mcp/stdio/serve.ts'),
    import('../../mcp/stdio/handshake.ts'),
  ]);
  await serveOverStdio(host, new Handshake(home, isSupervised));
  return 0;
}
