import type { OptionSpec } from './spec.ts';
import { agentSpecs } from './specs/agent.ts';
import { delegateSpecs } from './specs/delegate.ts';
import { homeSpecs } from './specs/home.ts';
import { processSpecs } from './specs/processes.ts';
import { sessionSpecs } from './specs/sessions.ts';
import { wakeSpecs } from './specs/wake.ts';

/** All commands, in the order of the help. */
export const specs = {
  ...processSpecs,
  ...wakeSpecs,
  ...sessionSpecs,
  ...agentSpecs,
  ...delegateSpecs,
  ...homeSpecs,
};

export type CommandName = keyof typeof specs;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(specs, text);
}

type ValueOf<Option extends OptionSpec> = Option['type'] extends 'boolean'
  ? boolean
  : Option extends { multiple: true }
    ? string[]
    : string;

/** What was given for a command's options. */
export type Values<Name extends CommandName> = {
  readonly [Option in keyof (typeof specs)[Name]['options']]?: (typeof specs)[Name]['options'][Option] extends OptionSpec
    ? ValueOf<(typeof specs)[Name]['options'][Option]>
    : never;
};

/** The action that was given; undefined for a command without actions, or where it is optional and left out. */
export type Action<Name extends CommandName> = (typeof specs)[Name] extends { actions: infer Actions }
  ? (keyof Actions & string) | ((typeof specs)[Name] extends { isActionOptional: true } ? undefined : never)
  : undefined;
