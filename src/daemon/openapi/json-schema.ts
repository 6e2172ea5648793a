import * as z from 'zod/mini';
import { components } from './components.ts';
import { fields } from './fields.ts';

export type JsonObject = { [name: string]: unknown };

/** What a query says in text is a number or a flag all the same. */
const textOf: Readonly<Record<string, JsonObject>> = {
  '^\\d{1,15}$': { type: 'integer', minimum: 0 },
  '^(0|1|true|false)$': { type: 'boolean' },
};

/** What a request must look like. `owner` names the operation, for its own meanings of fields. */
export function describeRequest(schema: z.ZodMiniType, owner: string): JsonObject {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const better = textOf[jsonSchema.pattern ?? ''];
      if (better) delete jsonSchema.pattern;
      Object.assign(jsonSchema, better, zodSchema._zod.def.type === 'pipe' && limitsOf(zodSchema));
    },
  });
  return explain(json, owner);
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
  const id = components.get(schema)?.id;
  if (id) return { $ref: `#/components/schemas/${id}` };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return explain(json, '');
}

export function describeComponents(): JsonObject {
  const { schemas } = z.toJSONSchema(components, { uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [
      id,
      explain(allowMore(json) as JsonObject, id),
    ]),
  );
}

/** Answers may grow: a client that refuses what it does not know would break with the next version. */
function allowMore(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(allowMore);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).filter(
    ([name, value]) => !(name === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, allowMore(value)]));
}

/** Adds what each field means, and leaves out what zod says beyond need. */
function explain(json: JsonObject, owner: string): JsonObject {
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => !isNoise(json, name, value))
      .map(([name, value]) => {
        if (name === 'properties') return [name, explainEach(value as JsonObject, owner)];
        if (Array.isArray(value))
          return [name, value.map((item) => (isObject(item) ? explain(item, owner) : item))];
        return [name, isObject(value) ? explain(value, owner) : value];
      }),
  );
}

function isNoise(json: JsonObject, name: string, value: unknown): boolean {
  if (name === 'pattern') return json.format === 'date-time';
  return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER && (name === 'minimum' || name === 'maximum');
}

function explainEach(properties: JsonObject, owner: string): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = fields[`${owner}.${name}`] ?? fields[name];
      return [name, { ...explain(schema as JsonObject, owner), ...(description && { description }) }];
    }),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
