import type * as z from 'zod/mini';
import { RingbackError } from '../../base/errors.ts';
import { checkArguments } from '../../tools/arguments.ts';
import { toInputSchema } from '../../tools/definition.ts';
import type { Call, Outcome, Repeat, Tool } from '../tool.ts';
import { explain } from './explain.ts';

type Definition<Arguments> = {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodMiniType<Arguments>;
  readonly repeat: Repeat;
  execute(args: Arguments, call: Call): Promise<Outcome>;
};

/** A tool whose arguments are checked, and whose errors are for the model to read. */
export function defineTool<Arguments>(definition: Definition<Arguments>): Tool {
  const { name, description, schema, repeat, execute } = definition;
  return {
    name,
    description,
    inputSchema: toInputSchema(schema),
    repeat,
    async execute(input, call) {
      try {
        return await execute(checkArguments(schema, input), call);
      } catch (error) {
        const known = explain(error);
        if (!(known instanceof RingbackError)) throw error;
        const output = `${known.message} ${known.hint}`.trim();
        return { output, isError: true };
      }
    },
  };
}
