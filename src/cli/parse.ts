import { parseArgs } from 'node:util';
import { type CommandSpec, globalOptions, type OptionSpec } from './spec.ts';
import { type CommandName, isCommandName, specs } from './specs.ts';
import { UsageError } from './usage-error.ts';

type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type ParsedLine =
  | { readonly type: 'help'; readonly command: CommandName | null }
  | { readonly type: 'version'; readonly json: boolean }
  | {
      readonly type: 'command';
      readonly name: CommandName;
      readonly json: boolean;
      readonly home: string | undefined;
      readonly values: OptionValues;
      readonly positionals: readonly string[];
    };

const leadingOptions = { ...globalOptions, version: { type: 'boolean', short: 'V', help: '' } } as const;

/** Global options may stand before and behind the command's name. */
export function parseLine(args: readonly string[]): ParsedLine {
  const nameAt = firstArgument(args, leadingOptions);
  const leading = parseOptions(args.slice(0, nameAt), leadingOptions, 'ringback --help').values;
  const name = args[nameAt];
  if (leading.version) return { type: 'version', json: leading.json === true };
  if (name === undefined) return { type: 'help', command: null };
  if (name === 'help') {
    const about = args.slice(nameAt + 1).find((arg) => !arg.startsWith('-'));
    return { type: 'help', command: about === undefined ? null : toCommandName(about) };
  }
  const command = toCommandName(name);
  if (leading.help) return { type: 'help', command };
  return parseCommand(command, args.slice(nameAt + 1), leading);
}

function parseCommand(name: CommandName, args: readonly string[], leading: OptionValues): ParsedLine {
  const spec: CommandSpec = specs[name];
  const options = { ...spec.options, ...globalOptions };
  const whole = fillIn(args, options);
  const ended = spec.takesCommand ? endOptionsAtCommand(whole, options) : whole;
  const { values, positionals } = parseOptions(ended, options, `ringback ${name} --help`);
  if (values.help) return { type: 'help', command: name };
  checkCount(name, spec, positionals);
  refuseStray(name, spec, values, positionals[0]);
  const { json, home, help, ...own } = values;
  return {
    type: 'command',
    name,
    json: json === true || leading.json === true,
    home: (home ?? leading.home) as string | undefined,
    values: own,
    positionals,
  };
}

function parseOptions(
  args: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
  helpCommand: string,
) {
  const wanted = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...(short && { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options: wanted, allowPositionals: true });
  } catch (error) {
    // Node's own sentences are right but long; the first one says it.
    const [sentence = ''] = (error as Error).message.split(/[.\n]/);
    throw new UsageError(sentence.charAt(0).toLowerCase() + sentence.slice(1), `See: ${helpCommand}`);
  }
}

function checkCount(name: string, spec: CommandSpec, positionals: readonly string[]): void {
  const { least, most } = spec.arguments;
  if (positionals.length >= least && positionals.length <= most) return;
  const problem = positionals.length < least ? 'something is missing' : 'that is too much';
  throw new UsageError(`${problem}: ringback ${name} ${spec.usage}`.trim(), `See: ringback ${name} --help`);
}

function refuseStray(
  name: string,
  { options, completes }: CommandSpec,
  values: OptionValues,
  action = '',
): void {
  // An action that does not exist is a complaint of its own.
  if (!Array.isArray(completes) || !completes.includes(action)) return;
  for (const option of Object.keys(values)) {
    const actions = options[option]?.of;
    if (actions && !actions.includes(action))
      throw new UsageError(`--${option} is an option of: ringback ${name} ${actions.join(' or ')}`);
  }
}

/** `run make -j4` means what `run -- make -j4` means. */
function endOptionsAtCommand(
  args: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): string[] {
  const at = firstArgument(args, options);
  if (args[at - 1] === '--') return [...args];
  return [...args.slice(0, at), '--', ...args.slice(at)];
}

/** `--sync` means `--sync=.`; only in front of a command's own words. */
function fillIn(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): string[] {
  const end = firstArgument(args, options);
  return args.map((arg, at) => {
    const standard = at < end && arg.startsWith('--') ? options[arg.slice(2)]?.standard : undefined;
    const isValue = at > 0 && takesNext(options[(args[at - 1] ?? '').replace(/^--/, '')]);
    return standard === undefined || isValue ? arg : `${arg}=${standard}`;
  });
}

function takesNext(option: OptionSpec | undefined): boolean {
  return option?.type === 'string' && option.standard === undefined;
}

/** Where the first argument stands that is neither an option nor an option's value. */
function firstArgument(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): number {
  let at = 0;
  while (at < args.length) {
    const arg = args[at] ?? '';
    if (arg === '--') return at + 1;
    if (!arg.startsWith('-') || arg === '-') return at;
    const option = options[arg.replace(/^--/, '')];
    at += takesNext(option) ? 2 : 1;
  }
  return args.length;
}

function toCommandName(text: string): CommandName {
  if (isCommandName(text)) return text;
  throw new UsageError(`unknown command '${text}'`, `Commands: ${Object.keys(specs).join(', ')}`);
}
