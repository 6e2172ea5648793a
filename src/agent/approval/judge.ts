import { escapePattern, isExactly, matches, matchesLine, type Pattern, parsePattern } from './pattern.ts';
import { commandsIn, isPlainCommand } from './shell.ts';
import { type Subject, subjectsOf, type Where } from './subjects.ts';

export type Rules = {
  /** `free`: nobody is asked. `ask`: before everything that acts. `rules`: unless `allow` says that it may. */
  readonly mode: 'free' | 'ask' | 'rules';
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** What a person has allowed once and for all in this conversation. */
  readonly always: readonly string[];
  /** Whether there is somebody who can be asked. */
  readonly canAsk: boolean;
};

export type CallToJudge = {
  readonly tool: string;
  readonly input: unknown;
  /** False: it only looks. */
  readonly acts: boolean;
  /** That of the conversation. */
  readonly folder: string;
  /** Where commands run since the last `cd`; undefined: in that folder. */
  readonly shellFolder?: string | undefined;
};

export type Judgement =
  | { readonly kind: 'run' }
  | { readonly kind: 'ask' }
  /** `reason`: for the model. */
  | { readonly kind: 'deny'; readonly reason: string };

/** May a call be carried out? What is denied is denied, whatever else holds. */
export function judge({ tool, input, acts, folder, shellFolder }: CallToJudge, rules: Rules): Judgement {
  // A rule that cannot be read might forbid this.
  const unread = rules.deny.find((source) => !parsePattern(source));
  if (unread !== undefined)
    return {
      kind: 'deny',
      reason: `A rule of the person's cannot be read (${unread}): nothing is carried out.`,
    };
  const subjects = subjectsOf(tool, input, { folder, shellFolder });
  const denying = patternsOf(rules.deny, tool).find((pattern) =>
    subjects.some((subject) => isDenied(pattern, subject)),
  );
  if (denying)
    return {
      kind: 'deny',
      reason: `The person's rules forbid this (${denying.source}). Do not work around it.`,
    };
  if (rules.mode === 'free' || !acts) return { kind: 'run' };
  const allowing = patternsOf([...rules.always, ...(rules.mode === 'rules' ? rules.allow : [])], tool);
  if (subjects.every((subject) => allowing.some((pattern) => isAllowed(pattern, subject))))
    return { kind: 'run' };
  if (rules.canAsk) return { kind: 'ask' };
  return { kind: 'deny', reason: 'It needs a permission, and there is nobody who can be asked.' };
}

/** The patterns that allow exactly this call from now on; of other people's tools every call. */
export function patternsFor(tool: string, input: unknown, where: Where): readonly string[] {
  if (!OWN.has(tool)) return [escapePattern(tool)];
  return subjectsOf(tool, input, where).map(({ text }) => `${tool}(${escapePattern(text)})`);
}

const OWN = new Set(['terminal', 'process', 'execute_code', 'edit']);

function isDenied({ text: pattern }: Pattern, { text, command }: Subject): boolean {
  if (pattern === undefined || matches(pattern, text)) return true;
  return command !== undefined && commandsIn(command).some((one) => matches(pattern, one));
}

function isAllowed({ text: pattern }: Pattern, { text, command }: Subject): boolean {
  if (pattern === undefined || isExactly(pattern, text)) return true;
  return (command === undefined || isPlainCommand(command)) && matchesLine(pattern, text);
}

function patternsOf(sources: readonly string[], tool: string): Pattern[] {
  return sources.map(parsePattern).filter((pattern): pattern is Pattern => pattern?.isTool(tool) ?? false);
}
