import type { Invocation } from '../invocation.ts';
import { UsageError } from '../usage-error.ts';

export async function main(invocation: Invocation<'mcp'>): Promise<number> {
  const [action = ''] = invocation.positionals;
  if (action === 'install') return (await import('../register-clients.ts')).registerClients(invocation);
  throw new UsageError(`unknown action '${action}'`, 'Actions: install');
}
