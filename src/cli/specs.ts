import type { OptionSpec } from './spec.ts';
import { homeSpecs } from './specs/home.ts';
import { processSpecs } from './specs/processes.ts';
import { sessionSpecs } from './specs/sessions.ts';

/** Every command, in the order of the help. */
export const specs = { ...processSpecs, ...sessionSpecs, ...homeSpecs };

export type CommandName = keyof typeof specs;

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(specs, text);
}

type ValueOf<Option extends OptionSpec> = Option['type'] extends 'boolean'
  ? boolean
  : Option extends { multiple: true }
    ? string[]
    : string;

/** The options of a command, as they were given. */
export type Values<Name extends CommandName> = {
  readonly [Option in keyof (typeof specs)[Name]['options']]?: (typeof specs)[Name]['options'][Option] extends OptionSpec
    ? ValueOf<(typeof specs)[Name]['options'][Option]>
    : never;
};
