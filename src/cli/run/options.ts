import { type StartOptionName, startOptions } from '../../wire/start-options.ts';

type Kebab<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}-${Kebab<Rest>}` : Name;

/** The option of `ringback run` for a field of a request. */
export function optionOf(name: string) {
  return name.replaceAll('_', '-') as keyof typeof runOptions;
}

const values = { seconds: 'S', name: 'NAME', ends: 'WHEN', probe: 'PROBE' };

export const runOptions = Object.fromEntries(
  Object.entries(startOptions).map(([name, { kind, run: help }]) => [
    optionOf(name),
    { type: 'string', value: values[kind], help },
  ]),
) as { [Name in StartOptionName as Kebab<Name>]: { type: 'string'; value: string; help: string } };
