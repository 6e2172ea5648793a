import * as z from 'zod/mini';
import { named } from '../../wire/message.ts';

export type JsonObject = { [name: string]: unknown };

/** What a query says in text is a number or a flag all the same. */
const textOf: Readonly<Record<string, JsonObject>> = {
  '^\\d{1,15}$': { type: 'integer', minimum: 0 },
  '^(0|1|true|false)$': { type: 'boolean' },
};

/** What a request must look like. */
export function describeRequest(schema: z.ZodMiniType): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const better = textOf[jsonSchema.pattern ?? ''];
      if (better) delete jsonSchema.pattern;
      Object.assign(jsonSchema, better, zodSchema._zod.def.type === 'pipe' && limitsOf(zodSchema));
    },
  });
  return withoutNoise(json) as JsonObject;
}

/** Limits on the number that the text stands for. */
function limitsOf(schema: z.core.$ZodType): JsonObject {
  const limits: JsonObject = {};
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const { check, value } = _zod.def as { check: string; value?: unknown };
    if (check === 'greater_than') limits.minimum = value;
    if (check === 'less_than') limits.maximum = value;
  }
  return limits;
}

/** What an answer looks like: the name of a component, or all of it. */
export function describeAnswer(schema: z.ZodMiniType): JsonObject {
  const id = named.get(schema)?.id;
  if (id) return { $ref: `#/components/schemas/${id}` };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return withoutNoise(json) as JsonObject;
}

/** All messages that have a name. Answers may grow: a client must not refuse what it does not know. */
export function describeComponents(): JsonObject {
  const { schemas } = z.toJSONSchema(named, {
    uri: (id) => `#/components/schemas/${id}`,
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const components = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [
    id,
    withoutNoise(json),
  ]);
  return Object.fromEntries(components.sort());
}

/** Leaves out what zod says beyond need. */
function withoutNoise(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNoise);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).filter(([name, value]) => !isNoise(json, name, value));
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutNoise(value)]));
}

function isNoise(json: { format?: string }, name: string, value: unknown): boolean {
  // In OpenAPI it would forbid to send it.
  if (name === 'readOnly') return true;
  if (name === 'pattern') return json.format === 'date-time';
  return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER && (name === 'minimum' || name === 'maximum');
}
