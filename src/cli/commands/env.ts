import { listEnvironments } from '../env/list.ts';
import { testEnvironment } from '../env/test.ts';
import type { Invocation } from '../invocation.ts';
import { UsageError } from '../usage-error.ts';

export async function main(invocation: Invocation<'env'>): Promise<number> {
  const { action, positionals } = invocation;
  const [name] = positionals;
  if (action === 'test') {
    if (name === undefined) throw new UsageError('missing argument: NAME', 'See: ringback env ls');
    return testEnvironment(invocation, name);
  }
  if (name !== undefined) throw new UsageError(`too many arguments: ${name}`, 'See: ringback env --help');
  return listEnvironments(invocation);
}
