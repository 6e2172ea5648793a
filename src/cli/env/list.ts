import type { WireEnvironment } from '../../wire/environment.ts';
import { type Colour, colour, usesColour } from '../format/colour.ts';
import { formatTable } from '../format/table.ts';
import { terminalWidth } from '../format/width.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeJson, writeLine } from '../out.ts';

const shades: Readonly<Record<WireEnvironment['state'], Colour>> = {
  unused: 'grey',
  connected: 'green',
  unreachable: 'yellow',
  wrong: 'red',
};

export async function listEnvironments({ client, json, home }: Invocation<'env'>): Promise<number> {
  const environments = await client.environments.list();
  if (json) for (const environment of environments) writeJson(environment);
  else {
    writeLine(formatTable(toRows(environments), terminalWidth()));
    if (environments.length === 1) tellUser(`To add more: "environments" in ${home}/config.json`);
  }
  return 0;
}

function toRows(environments: readonly WireEnvironment[]): string[][] {
  const coloured = usesColour();
  const rows = environments.map(({ name, type, where, state, running, detail }) => [
    name,
    type || '-',
    where || '-',
    colour(state, shades[state], coloured),
    String(running),
    detail,
  ]);
  return [['NAME', 'TYPE', 'WHERE', 'STATE', 'RUNNING', 'DETAIL'], ...rows];
}
