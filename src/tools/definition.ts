import * as z from 'zod/mini';
import type { ToolName } from '../wire/tool-types.ts';

/** What a program that offers a tool to a model needs to know of it; the names are MCP's. */
export type ToolDefinition = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** Strict JSON Schema; its descriptions teach the contract. */
  readonly inputSchema: JsonObjectSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
};

export type JsonObjectSchema = {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: string[];
  readonly additionalProperties: false;
};

/** The same schema that checks the arguments, as a model reads it. */
export function toInputSchema(schema: z.ZodMiniType): JsonObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // A number is read as text where text is asked for; nobody has to be told.
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'string') delete jsonSchema.anyOf;
    },
  });
  return rest as unknown as JsonObjectSchema;
}
