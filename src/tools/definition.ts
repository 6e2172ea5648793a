import * as z from 'zod/mini';
import type { ToolName } from '../wire/tool.ts';

/** What a program needs to offer a tool to a model; the names are MCP's. */
export type ToolDefinition = {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** Strict JSON Schema; its descriptions explain the tool to the model. */
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

/** The schema that checks the arguments, as JSON Schema. */
export function toInputSchema(schema: z.ZodMiniType): JsonObjectSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // A number is accepted where text is expected; the schema need not say so. What text must look like is said by the
    // error, and not every client reads these patterns.
    override: ({ jsonSchema }) => {
      if (jsonSchema.type !== 'string') return;
      delete jsonSchema.anyOf;
      delete jsonSchema.pattern;
    },
  });
  return rest as unknown as JsonObjectSchema;
}
