import { type ApiDocument, isKeyword, NOTE, type Schema, toPython } from './schema.ts';

const side = { list: 'List', object: 'Dict' } as const;

const HEAD = `${NOTE}
"""What the daemon answers with."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;

/** A TypedDict for each message of the document. */
export function writeTypes({ components }: ApiDocument): string {
  const written: string[] = [HEAD];
  for (const [name, schema] of Object.entries(components.schemas)) write(written, name, schema);
  return written.join('\n\n');
}

function write(written: string[], name: string, schema: Schema): void {
  if (schema.anyOf) {
    const members = schema.anyOf.map((one, index) =>
      one.$ref ? toPython(one, side, () => '') : named(written, `${name}${index + 1}`, one),
    );
    written.push(`${name} = Union[\n${members.map((one) => `    "${one}",\n`).join('')}]\n`);
    return;
  }
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => ({
    field,
    isRequired: required.has(field),
    meaning: value.description ?? '',
    type: toPython(value, side, (inline) => named(written, name + capitalised(field), inline)),
  }));
  if (fields.some(({ field }) => isKeyword(field))) {
    if (fields.some(({ isRequired }) => !isRequired)) throw new Error(`${name}: write this case`);
    const entries = fields.map(({ field, type }) => `        ${JSON.stringify(field)}: ${quoted(type)},\n`);
    written.push(`${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('')}    },\n)\n`);
    return;
  }
  const lines = (some: typeof fields) =>
    some.map(({ field, type, meaning }) => `    # ${meaning}\n    ${field}: ${type}\n`).join('');
  const optional = fields.filter(({ isRequired }) => !isRequired);
  // Before Python 3.11 a class says of all its fields alike whether they may be absent.
  if (optional.length === 0) written.push(`class ${name}(TypedDict):\n${lines(fields)}`);
  else
    written.push(
      `class _${name}(TypedDict):\n${lines(fields.filter(({ isRequired }) => isRequired)) || '    pass\n'}`,
      `class ${name}(_${name}, total=False):\n${lines(optional)}`,
    );
}

function named(written: string[], name: string, schema: Schema): string {
  write(written, name, schema);
  return name;
}

/** Evaluated when the module is loaded, where the class may come later. */
function quoted(type: string): string {
  return /^[a-z]+$/.test(type) ? type : `"${type}"`;
}

function capitalised(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
