/** The document itself: complete, and what OpenAPI 3.1 wants. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../src/base/config.ts';
import { createDocument } from '../../../src/daemon/openapi/document.ts';
import { routes } from '../../../src/daemon/routes.ts';
import { conversationRoutes } from '../../../src/wire/conversation-routes.ts';
import type { Document } from './documented.ts';

const document = createDocument(routes, defaultConfig) as unknown as Document;
const keys = [...routes, ...conversationRoutes].map(({ method, path }) => `${method} ${path}`);

test('every route is in the document, and nothing else', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.deepEqual(documented.sort(), keys.toSorted());
});

test('it has the parts that OpenAPI 3.1 wants', () => {
  assert.match(document.openapi, /^3\.1\.\d$/);
  assert.ok(document.info.title && document.info.version);
  const names = new Set<string>();
  for (const [path, methods] of Object.entries(document.paths)) {
    assert.match(path, /^\//);
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method} ${path}`;
      assert.match(method, /^(get|post)$/);
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/);
      assert.ok(!names.has(operation.operationId), `${where}: the name is taken`);
      names.add(operation.operationId);
      assert.match(operation.summary, /\.$/, where);
      const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      const { parameters = [] } = operation;
      assert.deepEqual(
        parameters.filter((one) => one.in === 'path' && one.required).map(({ name }) => name),
        inPath,
        where,
      );
      assert.equal(new Set(parameters.map((one) => `${one.in} ${one.name}`)).size, parameters.length, where);
      assert.ok(Object.keys(operation.responses).some((status) => status.startsWith('2')));
      for (const [status, response] of Object.entries(operation.responses)) {
        assert.match(status, /^[1-5]\d\d$/);
        assert.ok(response.description, `${where} ${status}`);
      }
    }
  }
});

test('every reference leads somewhere', () => {
  const references: string[] = [];
  walk(document, (value) => {
    if (typeof value.$ref === 'string') references.push(value.$ref);
  });
  assert.ok(references.length > 50);
  for (const reference of references) {
    const parts = reference.replace(/^#\//, '').split('/');
    const target = parts.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], document);
    assert.ok(target, reference);
  }
});

test('every parameter and field says what it means', () => {
  const silent: string[] = [];
  walk(document, (value, path) => {
    for (const [name, field] of Object.entries((value.properties ?? {}) as object))
      if (!field.description) silent.push(`${path}: ${name}`);
    if (value.in && !value.description) silent.push(`${path}: ${value.name}`);
  });
  assert.deepEqual(silent, [], 'say it in src/wire/, with field() or maybe()');
});

function walk(
  value: unknown,
  visit: (value: Record<string, unknown>, path: string) => void,
  path = '',
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Record<string, unknown>, path);
  for (const [name, part] of Object.entries(value)) walk(part, visit, `${path}/${name}`);
}
