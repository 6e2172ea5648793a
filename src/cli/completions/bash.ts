import { type CommandSpec, completionWords, globalOptions } from '../spec.ts';
import { specs } from '../specs.ts';
import { LIST_IDS } from './ids.ts';

export function bashCompletions(): string {
  const cases = Object.entries(specs).map(([name, spec]) => commandCase(name, spec));
  return `# ringback completions for bash: source <(ringback completions bash)
_ringback() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      --home) ((i++)) ;;
      -*) ;;
      *) command=\${COMP_WORDS[i]}; break ;;
    esac
  done
  case $previous in
    --cwd | --home) COMPREPLY=($(compgen -d -- "$word")); return ;;
  esac
  local options= arguments=
  case $command in
    '') options='${flags(globalOptions)} --version' arguments='${Object.keys(specs).join(' ')}' ;;
${cases.join('\n')}
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -W "$arguments" -- "$word"))
  fi
}
complete -o default -F _ringback ringback
`;
}

function commandCase(name: string, spec: CommandSpec): string {
  const options = flags({ ...spec.options, ...globalOptions });
  return `    ${name}) options='${options}' arguments=${argumentWords(spec)} ;;`;
}

function argumentWords(spec: CommandSpec): string {
  if (spec.takesCommand) return '$(compgen -c -- "$word")';
  const words = completionWords(spec);
  return words ? `'${words.join(' ')}'` : `$(${LIST_IDS})`;
}

function flags(options: Readonly<Record<string, unknown>>): string {
  return Object.keys(options)
    .map((name) => `--${name}`)
    .join(' ');
}
