import { quoteWord } from '../../base/quote-word.ts';
import { type CommandSpec, completionWords, globalOptions, type OptionSpec } from '../spec.ts';
import { specs } from '../specs.ts';
import { LIST_IDS } from './ids.ts';

export function zshCompletions(): string {
  const names = Object.entries(specs).map(([name, { summary }]) =>
    quoteWord(`${name}:${escapeSpecial(summary)}`),
  );
  const cases = Object.entries(specs).map(([name, spec]) => commandCase(name, spec));
  return `#compdef ringback
# ringback completions for zsh: ringback completions zsh > "\${fpath[1]}/_ringback"
_ringback_ids() {
  local -a ids=(\${(f)"$(${LIST_IDS})"})
  compadd -a ids
}
_ringback() {
  local state line
  local -a commands=(${names.join(' ')})
  _arguments -C ${optionLines(globalOptions).join(' ')} '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${cases.join('\n')}
      esac ;;
  esac
}
if [ "$funcstack[1]" = _ringback ]; then _ringback "$@"; else compdef _ringback ringback; fi
`;
}

function commandCase(name: string, spec: CommandSpec): string {
  const options = optionLines({ ...spec.options, ...globalOptions });
  return `        ${name}) _arguments ${[...options, quoteWord(argumentAction(spec))].join(' ')} ;;`;
}

function argumentAction(spec: CommandSpec): string {
  if (spec.takesCommand) return '*:: :_normal';
  const words = completionWords(spec);
  return words ? `*: :(${words.join(' ')})` : '*: :_ringback_ids';
}

function optionLines(options: Readonly<Record<string, OptionSpec>>): string[] {
  return Object.entries(options).flatMap(([name, option]) => {
    const action = option.completes === 'folder' ? '_files -/' : '';
    const value = option.value
      ? `${option.impliedValue === undefined ? ':' : '::'}${option.value}:${action}`
      : '';
    const long = option.impliedValue === undefined ? `--${name}` : `--${name}=-`;
    const forms = option.short ? [long, `-${option.short}`] : [long];
    const repeats = option.multiple ? '*' : '';
    return forms.map((form) => quoteWord(`${repeats}${form}[${escapeSpecial(option.help)}]${value}`));
  });
}

function escapeSpecial(text: string): string {
  return text.replace(/[[\]:]/g, '\\$&');
}
