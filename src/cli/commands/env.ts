import { listEnvironments } from '../env/list.ts';
import { testEnvironment } from '../env/test.ts';
import type { Invocation } from '../invocation.ts';
import { UsageError } from '../usage-error.ts';

export async function main(invocation: Invocation<'env'>): Promise<number> {
  const [action = '', name] = invocation.positionals;
  if (action === 'ls' && name === undefined) return listEnvironments(invocation);
  if (action === 'test' && name !== undefined) return testEnvironment(invocation, name);
  if (action === 'test') throw new UsageError('which environment?', 'Name it. See: ringback env ls');
  if (action === 'ls') throw new UsageError(`that is too much: ${name}`, 'See: ringback env --help');
  throw new UsageError(`unknown action '${action}'`, 'Actions: ls, test');
}
