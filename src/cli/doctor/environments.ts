import type { KindCheck } from '../../backends/environment.ts';
import { EnvironmentTable } from '../../backends/environment-table.ts';
import { whereOf } from '../../backends/where.ts';
import type { Client } from '../../client/client.ts';
import { type Check, fail, failWith, ok, warn } from './check.ts';

type Named = { readonly name: string; readonly check: Check };

/** Checks what each configured environment needs on this machine; with a client it also runs a command there. */
export async function* checkEnvironments(home: string, client?: Client): AsyncGenerator<Named> {
  const table = new EnvironmentTable(home);
  for (const name of await table.names()) {
    try {
      for (const check of client ? await runTest(client, name) : await checkLocally(table, name))
        yield { name: `env ${name}`, check };
    } catch (error) {
      yield { name: `env ${name}`, check: failWith(error) };
    }
  }
}

async function checkLocally(table: EnvironmentTable, name: string): Promise<Check[]> {
  const { kind, settings } = await table.get(name);
  const about = [kind.kind, whereOf(settings)].filter(Boolean).join(', ');
  const checks = (await kind.check?.(settings)) ?? [];
  return [ok(`${about}; to test it: ringback env test ${name}`), ...checks.map(toCheck)];
}

async function runTest(client: Client, name: string): Promise<Check[]> {
  const { steps } = await client.environments.test(name);
  return steps.map(({ is_fine: isFine, ms, detail, ...step }) =>
    toCheck({ ...step, isFine, detail: `${detail} (${ms} ms)` }),
  );
}

function toCheck({ name, isFine, detail, hint = '' }: KindCheck): Check {
  const message = `${name}: ${detail}`;
  if (!isFine) return fail(message, hint);
  return hint ? warn(message, hint) : ok(message);
}
