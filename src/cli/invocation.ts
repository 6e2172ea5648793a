import { resolveHome } from '../base/home.ts';
import { Client } from '../client/client.ts';
import type { CommandName, Values } from './specs.ts';

/** One command with everything that was given to it. */
export type Invocation<Name extends CommandName> = {
  readonly values: Values<Name>;
  readonly positionals: readonly string[];
  readonly json: boolean;
  readonly home: string;
  /** Connects when it is first used. */
  readonly client: Client;
};

/** A command's file; the number is the exit code. */
export type Command<Name extends CommandName> = { main(invocation: Invocation<Name>): Promise<number> };

export function createInvocation<Name extends CommandName>(
  values: Values<Name>,
  rest: { positionals: readonly string[]; json: boolean; home: string | undefined },
): Invocation<Name> {
  const home = resolveHome(rest.home);
  return { values, positionals: rest.positionals, json: rest.json, home, client: new Client({ home }) };
}
