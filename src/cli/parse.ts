import { parseArgs } from 'node:util';
import { type CommandSpec, globalOptions, type OptionSpec } from './spec.ts';
import { type CommandName, isCommandName, specs } from './specs.ts';
import { UsageError } from './usage-error.ts';

type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

type ParsedLine =
  | { readonly type: 'help'; readonly command: CommandName | null }
  | { readonly type: 'version'; readonly json: boolean }
  | {
      readonly type: 'command';
      readonly name: CommandName;
      readonly json: boolean;
      readonly home: string | undefined;
      readonly action: string | undefined;
      readonly values: OptionValues;
      readonly positionals: readonly string[];
    };

const leadingOptions = { ...globalOptions, version: { type: 'boolean', short: 'V', help: '' } } as const;

/** Global options may come before or after the command's name. */
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
  const whole = addImpliedValues(args, options);
  const ended = spec.takesCommand ? endOptionsAtCommand(whole, options) : whole;
  const { values, positionals: words } = parseOptions(ended, options, `ringback ${name} --help`);
  if (values.help) return { type: 'help', command: name };
  const action = actionOf(spec, words[0]);
  const positionals = action === undefined ? words : words.slice(1);
  checkAction(name, spec, action);
  checkCount(name, spec, positionals.length);
  checkOptions(name, spec, values, action);
  const { json, home, help, ...own } = values;
  return {
    type: 'command',
    name,
    json: json === true || leading.json === true,
    home: (home ?? leading.home) as string | undefined,
    action,
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
    // The first sentence of Node's message is enough.
    const [sentence = ''] = (error as Error).message.split(/[.\n]/);
    throw new UsageError(sentence.charAt(0).toLowerCase() + sentence.slice(1), `See: ${helpCommand}`);
  }
}

function actionOf({ actions, takesText }: CommandSpec, word: string | undefined): string | undefined {
  if (!actions || word === undefined) return undefined;
  return takesText && !Object.hasOwn(actions, word) ? undefined : word;
}

function checkAction(name: string, { actions, isActionOptional }: CommandSpec, action?: string): void {
  if (!actions || (action === undefined ? isActionOptional : Object.hasOwn(actions, action))) return;
  throw new UsageError(
    action === undefined ? 'missing action' : `unknown action '${action}'`,
    `Actions: ${Object.keys(actions).join(', ')}. See: ringback ${name} --help`,
  );
}

function checkCount(name: string, { arguments: { least, most }, usage }: CommandSpec, count: number): void {
  if (count >= least && count <= most) return;
  const problem = count < least ? 'missing argument' : 'too many arguments';
  throw new UsageError(`${problem}; usage: ringback ${name} ${usage}`, `See: ringback ${name} --help`);
}

/** An option that the action does not take would be ignored silently. */
function checkOptions(name: string, { options }: CommandSpec, values: OptionValues, action = ''): void {
  for (const option of Object.keys(values)) {
    const actions = options[option]?.actions;
    if (actions && !actions.includes(action))
      throw new UsageError(
        `--${option} is an option of: ringback ${name} ${actions.map((one) => one || '(without an action)').join(' or ')}`,
      );
  }
}

/** `run make -j4` means `run -- make -j4`. */
function endOptionsAtCommand(
  args: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): string[] {
  const at = firstArgument(args, options);
  if (args[at - 1] === '--') return [...args];
  return [...args.slice(0, at), '--', ...args.slice(at)];
}

/** Turns `--sync` into `--sync=.`, but not in the command to run. */
function addImpliedValues(args: readonly string[], options: Readonly<Record<string, OptionSpec>>): string[] {
  const end = firstArgument(args, options);
  return args.map((arg, at) => {
    const implied = at < end && arg.startsWith('--') ? options[arg.slice(2)]?.impliedValue : undefined;
    const isValue = at > 0 && takesNext(options[(args[at - 1] ?? '').replace(/^--/, '')]);
    return implied === undefined || isValue ? arg : `${arg}=${implied}`;
  });
}

function takesNext(option: OptionSpec | undefined): boolean {
  return option?.type === 'string' && option.impliedValue === undefined;
}

/** The index of the first argument that is neither an option nor an option's value. */
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
