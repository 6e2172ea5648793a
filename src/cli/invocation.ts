import { resolveHome } from '../base/home.ts';
import { Client } from '../client/client.ts';
import type { Action, CommandName, Values } from './specs.ts';

/** A command with its arguments. */
export type Invocation<Name extends CommandName> = {
  readonly values: Values<Name>;
  readonly action: Action<Name>;
  /** The arguments after the action. */
  readonly positionals: readonly string[];
  readonly json: boolean;
  readonly home: string;
  /** Connects on first use. */
  readonly client: Client;
};

/** The module of a command; `main` returns the exit code. */
export type Command<Name extends CommandName> = { main(invocation: Invocation<Name>): Promise<number> };

/** `line` has been checked against the table that the types of its values and its action come from. */
export function createInvocation<Name extends CommandName>(line: {
  readonly values: object;
  readonly action: string | undefined;
  readonly positionals: readonly string[];
  readonly json: boolean;
  readonly home: string | undefined;
}): Invocation<Name> {
  const { positionals, json } = line;
  const home = resolveHome(line.home);
  const client = new Client({ home });
  return {
    values: line.values as Values<Name>,
    action: line.action as Action<Name>,
    positionals,
    json,
    home,
    client,
  };
}
