/** JSON Schema, as far as the OpenAPI document has it, as types of Python. */
export type Schema = {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string | boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly $ref?: string;
};

type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: true;
  readonly description: string;
  readonly schema: Schema;
};

export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
};

export type ApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const simple: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** What is received is a list and a dict; what is sent may be anything of that kind. */
export type Side = { readonly list: 'List' | 'Sequence'; readonly object: 'Dict' | 'Mapping' };

/** `nameObject` gives a name to an object that has fields and none. */
export function toPython(schema: Schema, side: Side, nameObject: (schema: Schema) => string): string {
  const inner = (one: Schema) => toPython(one, side, nameObject);
  if (schema.$ref !== undefined) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.anyOf) return union(schema.anyOf.map(inner));
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => inner({ type })));
  if (schema.type === 'array') return `${side.list}[${schema.items ? inner(schema.items) : 'Any'}]`;
  if (schema.type !== 'object') return simple[String(schema.type)] ?? 'Any';
  if (Object.keys(schema.properties ?? {}).length > 0) return nameObject(schema);
  const values = schema.additionalProperties || {};
  return `${side.object}[str, ${Object.keys(values).length === 0 ? 'Any' : inner(values)}]`;
}

function literal(value: string | boolean): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return value ? 'True' : 'False';
}

function union(members: readonly string[]): string {
  const others = [...new Set(members)].filter((one) => one !== 'None');
  const joined = others.length === 1 ? String(others[0]) : `Union[${others.join(', ')}]`;
  return members.includes('None') ? `Optional[${joined}]` : joined;
}

const KEYWORDS = new Set([
  'as',
  'from',
  'import',
  'in',
  'is',
  'class',
  'def',
  'global',
  'pass',
  'with',
  'async',
]);

export function isKeyword(name: string): boolean {
  return KEYWORDS.has(name);
}

export const NOTE = '# Made by scripts/python-client.ts from the OpenAPI document: do not edit.';
