import { formatList, wrap } from './format/table.ts';
import { terminalWidth } from './format/width.ts';
import { type CommandSpec, globalOptions, type OptionSpec } from './spec.ts';
import { type CommandName, specs } from './specs.ts';

type Rows = readonly (readonly [string, string])[];

export function overview(): string {
  return [
    ...paragraph(
      'Ringback runs commands in the background, keeps them running whatever crashes, and reports how they ended.',
    ),
    'Usage: ringback COMMAND [options]',
    '',
    ...section(
      'Commands:',
      Object.entries(specs).map(([name, { summary }]) => [name, summary]),
    ),
    ...section(
      'Global options:',
      optionRows({ ...globalOptions, version: { type: 'boolean', help: 'show the version' } }),
    ),
    ...paragraph(
      'For ID give what `run` printed, its first 4 or more hex digits if they are unambiguous, or the name from `run --name`. `ringback COMMAND --help` shows the options of a command.',
    ),
    ...examples([...specs.run.examples, 'ringback log -f ID']),
    '',
  ].join('\n');
}

export function commandHelp(name: CommandName): string {
  const spec: CommandSpec = specs[name];
  return [
    `ringback ${name}: ${spec.summary}`,
    '',
    `Usage: ringback ${name} ${spec.usage}`,
    '',
    ...(spec.details ?? []).flatMap(paragraph),
    ...(spec.actions ? section('Actions:', actionRows(spec.actions)) : []),
    ...section('Options:', optionRows({ ...spec.options, ...globalOptions })),
    ...examples(spec.examples),
    '',
  ].join('\n');
}

function actionRows(actions: NonNullable<CommandSpec['actions']>): Rows {
  return Object.entries(actions).map(([name, each]) => [`${name} ${each.arguments ?? ''}`, each.help]);
}

function optionRows(options: Readonly<Record<string, OptionSpec>>): Rows {
  return Object.entries(options).map(([name, { short, value, impliedValue, help, multiple, actions }]) => {
    const shortForm = short ? `-${short}, ` : '';
    const given = impliedValue === undefined ? ` ${value}` : `[=${value}]`;
    const action = actions?.filter(Boolean).join(', ');
    return [
      `${shortForm}--${name}${value ? given : ''}`,
      `${action ? `${action}: ` : ''}${help}${multiple ? ' (can be repeated)' : ''}`,
    ];
  });
}

function paragraph(text: string): string[] {
  return [...wrap(text, lineWidth()), ''];
}

function section(title: string, rows: Rows): string[] {
  return [title, formatList(rows, lineWidth()), ''];
}

function examples(lines: readonly string[]): string[] {
  return lines.map((line, index) => `${index === 0 ? 'Example:' : '        '} ${line}`);
}

/** Long lines are hard to read, however wide the terminal is. */
function lineWidth(): number {
  return Math.min(terminalWidth(), 100);
}
