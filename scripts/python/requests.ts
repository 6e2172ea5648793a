import { type Method, methods, withoutMethod } from './methods.ts';
import { type ApiDocument, isKeyword, NOTE, type Operation, type Schema, toPython } from './schema.ts';

const HEAD = `${NOTE}
"""Requests, not yet sent: one definition for both clients."""

from __future__ import annotations

from typing import Any, List, Literal, Mapping, Optional, Sequence, Union

from ._call import Call, Stream, event_id, new_id, own_folder, own_variables, part
from ._streams import (
    ConversationEvent,
    GrepEvent,
    OutputEvent,
    conversation_events,
    delegate_orders,
    grep_events,
    output_events,
    turns,
)
from . import types as t
`;

/** A function for each request: what it is given, and what comes back. */
export function writeRequests(document: ApiDocument): string {
  const written = [HEAD];
  for (const [path, byVerb] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(byVerb)) {
      const method = methods[operation.operationId];
      if (method) written.push(writeFunction(document, verb.toUpperCase(), path, operation, method));
      else if (!withoutMethod.test(operation.operationId))
        throw new Error(`${operation.operationId} has no name in scripts/python/methods.ts`);
    }
  }
  return written.join('\n\n');
}

type Argument = {
  readonly wire: string;
  readonly python: string;
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
};

function writeFunction(
  document: ApiDocument,
  verb: string,
  path: string,
  operation: Operation,
  method: Method,
): string {
  const { name, gives, defaults = {}, countsDown, events, isEndless } = method;
  const given = listArguments(operation, defaults);
  const optional = given.filter(({ isRequired }) => !isRequired);
  const parameters = [
    ...given.filter(({ isRequired }) => isRequired).map(({ python, type }) => `    ${python}: ${type},\n`),
    ...(optional.length > 0 ? ['    *,\n'] : []),
    ...optional.map(({ python, type }) => `    ${python}: Optional[${type}] = None,\n`),
  ];
  const filled = Object.entries(defaults).map(
    ([field, value]) => `    if ${field} is None:\n        ${field} = ${value}\n`,
  );
  const entries = given
    .filter(({ place }) => place !== 'path')
    .map(({ wire, python }) => `"${wire}": ${python}`);
  const withParts = path.replaceAll(/\{(\w+)\}/g, '{part($1)}');
  const options = [
    ...(events ? [] : [`"${verb}"`]),
    `${withParts === path ? '' : 'f'}"${withParts}"`,
    `{${entries.join(', ')}}`,
    ...(gives === undefined ? [] : [`gives="${gives}"`]),
    ...(countsDown === undefined ? [] : [`counts_down="${countsDown}"`]),
    ...(events ? [events[0]] : []),
    ...(isEndless ? ['is_endless=True'] : []),
  ].map((option) => `        ${option},\n`);
  const type = events ? `Stream[${events[1]}]` : `Call[${answerType(document, operation, gives)}]`;
  return [
    `def ${name}(${parameters.length > 0 ? `\n${parameters.join('')}` : ''}) -> ${type}:\n`,
    docstring(operation, given),
    ...filled,
    `    return ${events ? 'Stream' : 'Call'}(\n${options.join('')}    )\n`,
  ].join('');
}

function listArguments(operation: Operation, defaults: Readonly<Record<string, string>>): Argument[] {
  const toType = (schema: Schema) =>
    toPython(schema, { list: 'Sequence', object: 'Mapping' }, () => 'Mapping[str, Any]');
  const toArgument = (wire: string, place: string, schema: Schema, isRequired: boolean, meaning = '') => ({
    wire,
    python: isKeyword(wire) ? `${wire}_` : wire,
    place,
    type: toType(schema),
    isRequired: isRequired && !(wire in defaults),
    meaning,
  });
  const body: Schema = operation.requestBody?.content['application/json'].schema ?? {};
  return [
    ...(operation.parameters ?? [])
      .filter((one) => one.in !== 'header')
      .map((one) => toArgument(one.name, one.in, one.schema, one.required ?? false, one.description)),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) =>
      toArgument(name, 'body', schema, (body.required ?? []).includes(name), schema.description),
    ),
  ];
}

function docstring({ summary, description }: Operation, given: readonly Argument[]): string {
  const lines = [
    summary,
    ...(description ? ['', description] : []),
    ...(given.length > 0 ? ['', ...given.map(({ python, meaning }) => `${python}: ${meaning}`)] : []),
  ];
  const [first, ...rest] = lines.map((line) => line.replaceAll('\\', '\\\\'));
  if (rest.length === 0) return `    """${first}"""\n`;
  return `    """${first}\n${rest.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('')}    """\n`;
}

function answerType({ components }: ApiDocument, operation: Operation, gives: string | undefined): string {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const name = (success?.content?.['application/json']?.schema.$ref ?? '').replace(/.*\//, '');
  if (gives === undefined) return `t.${name}`;
  const field = components.schemas[name]?.properties?.[gives];
  if (!field) throw new Error(`${operation.operationId} gives no ${gives}`);
  // Messages of the document have names that begin with a capital letter, and so have Python's own kinds, with a bracket.
  const nameless = () => {
    throw new Error(`${operation.operationId} gives something that has no name: make it a message`);
  };
  return toPython(field, { list: 'List', object: 'Dict' }, nameless).replaceAll(
    /\b[A-Z]\w+\b(?!\[)/g,
    't.$&',
  );
}
