import { type CommandSpec, globalOptions, type OptionSpec } from './spec.ts';
import { type CommandName, specs } from './specs.ts';

export function overview(): string {
  const names = Object.entries(specs).map(([name, { summary }]) => [name, summary] as const);
  return [
    'ringback runs long commands, keeps hold of them whatever crashes, and tells how they ended.',
    '',
    'Usage: ringback COMMAND [options]',
    '',
    'Commands:',
    ...columns(names),
    '',
    'Options of every command:',
    ...columns(optionRows({ ...globalOptions, version: { type: 'boolean', help: 'show the version' } })),
    '',
    'An ID may be shortened to 4 or more of its hex digits, as long as only one process fits.',
    '',
    `Example: ${specs.run.example}`,
    '         ringback log -f ID',
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const spec: CommandSpec = specs[name];
  return [
    `ringback ${name}: ${spec.summary}`,
    '',
    `Usage: ringback ${name} ${spec.usage}`.trimEnd(),
    '',
    ...(spec.details ? [...spec.details, ''] : []),
    'Options:',
    ...columns(optionRows({ ...spec.options, ...globalOptions })),
    '',
    `Example: ${spec.example}`,
    '',
  ].join('\n');
}

function optionRows(options: Readonly<Record<string, OptionSpec>>): [string, string][] {
  return Object.entries(options).map(([name, { short, value, standard, help, multiple }]) => {
    const shortForm = short ? `-${short}, ` : '';
    const given = standard === undefined ? ` ${value}` : `[=${value}]`;
    const valueForm = value ? given : '';
    return [`${shortForm}--${name}${valueForm}`, multiple ? `${help} (may be repeated)` : help];
  });
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
