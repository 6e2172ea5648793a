import { type CommandSpec, completionWords, globalOptions, type OptionSpec } from '../spec.ts';
import { specs } from '../specs.ts';
import { LIST_IDS } from './ids.ts';

export function fishCompletions(): string {
  const lines = Object.entries(specs).flatMap(([name, spec]) => commandLines(name, spec));
  const global = Object.entries(globalOptions).map(([name, option]) => optionLine('', name, option));
  return `# ringback completions for fish: ringback completions fish > ~/.config/fish/completions/ringback.fish
complete -c ringback -f
${[...global, ...lines].join('\n')}
`;
}

function commandLines(name: string, spec: CommandSpec): string[] {
  const inCommand = `-n '__fish_seen_subcommand_from ${name}' `;
  return [
    `complete -c ringback -n __fish_use_subcommand -a ${name} -d ${quote(spec.summary)}`,
    ...Object.entries(spec.options).map(([option, each]) => optionLine(inCommand, option, each)),
    ...argumentLines(inCommand, spec),
  ];
}

function argumentLines(inCommand: string, spec: CommandSpec): string[] {
  if (spec.takesCommand)
    return [`complete -c ringback ${inCommand}-xa '(__fish_complete_subcommand --fcs-skip=2)'`];
  const words = completionWords(spec)?.join(' ') ?? `(${LIST_IDS})`;
  return words === '' ? [] : [`complete -c ringback ${inCommand}-xa ${quote(words)}`];
}

function optionLine(
  condition: string,
  name: string,
  { type, short, impliedValue, help, completes }: OptionSpec,
): string {
  const value = type === 'string' && impliedValue === undefined ? ' -r' : '';
  const folder = completes === 'folder' ? " -a '(__fish_complete_directories)'" : '';
  return `complete -c ringback ${condition}-l ${name}${short ? ` -s ${short}` : ''}${value}${folder} -d ${quote(help)}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
