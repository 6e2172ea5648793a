import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '../../base/is-object.ts';
import type { OfferedTool } from '../model.ts';

const DESCRIPTION_CHARACTERS = 4_000;
const SCHEMA_CHARACTERS = 50_000;
const DEEPEST = 30;

/** A tool as a model is told of it: what a server says is data, bounded and clean. Undefined: it cannot be offered. */
export function describeTool(
  { description = '', inputSchema }: Tool,
  server: string,
  redact: (text: string) => string,
): Omit<OfferedTool, 'name'> | undefined {
  const schema = cleanDeep(inputSchema, redact, 0);
  if (!isObject(schema) || JSON.stringify(schema).length > SCHEMA_CHARACTERS) return undefined;
  const text = redact(description).trim();
  const shown = text.length > DESCRIPTION_CHARACTERS ? `${text.slice(0, DESCRIPTION_CHARACTERS)} […]` : text;
  return { description: shown === '' ? `A tool of the server ${server}.` : shown, inputSchema: schema };
}

function cleanDeep(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return {};
  if (Array.isArray(value)) return value.map((one) => cleanDeep(one, redact, depth + 1));
  // Names of parameters are sent back as they are.
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, cleanDeep(one, redact, depth + 1)]),
  );
}
