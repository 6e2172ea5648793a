import type * as z from 'zod/mini';
import { RingbackError } from '../base/errors.ts';
import { validate } from '../base/validate.ts';
import type { Tool } from './context.ts';
import type { ToolDefinition } from './definition.ts';

/** Checks what the model wrote. null counts as left out: strict schemas make some models write it. */
export function checkArguments<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  if (given === undefined || given === null) return validate(schema, {});
  if (typeof given !== 'object' || Array.isArray(given))
    throw new RingbackError('bad_request', 'The arguments must be an object.');
  const entries = Object.entries(given).filter(([, value]) => value !== null);
  return validate(schema, Object.fromEntries(entries), 'the arguments');
}

/**
 * An unknown parameter (an old prompt, a habit from another tool) does not fail the call: it is ignored, and the result
 * says so.
 */
export function ignoreUnknown(tool: Tool, { inputSchema }: ToolDefinition): Tool {
  const names = Object.keys(inputSchema.properties);
  return async (context, given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return tool(context, given);
    const unknown = Object.entries(given).flatMap(([name, value]) =>
      names.includes(name) || value === null ? [] : [name.slice(0, 100)],
    );
    if (unknown.length === 0) return tool(context, given);
    const known = Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));
    const listed = unknown.slice(0, 10).map((name) => JSON.stringify(name));
    const warning = `Unknown parameter ${listed.join(', ')} ignored. The parameters are ${names.join(', ')}.`;
    try {
      const outcome = await tool(context, known);
      return { ...outcome, result: { ...outcome.result, warning } };
    } catch (error) {
      if (!(error instanceof RingbackError)) throw error;
      // It may be a misspelling of the missing parameter.
      throw new RingbackError(error.code, error.message, `${error.hint} ${warning}`.trim());
    }
  };
}
