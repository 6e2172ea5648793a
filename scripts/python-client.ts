/**
 * `node scripts/python-client.ts [--write] [FOLDER]`, part of `npm run check`: the Python client's types and requests
 * are those of the OpenAPI document.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConfig } from '../src/base/config.ts';
import { createDocument } from '../src/daemon/openapi/document.ts';
import { routes } from '../src/daemon/routes.ts';
import { writeRequests } from './python/requests.ts';
import type { ApiDocument } from './python/schema.ts';
import { writeTypes } from './python/types.ts';

const args = process.argv.slice(2);
const folder =
  args.find((argument) => argument !== '--write') ?? join(import.meta.dirname, '../clients/python/ringback');
const document = createDocument(routes, defaultConfig) as unknown as ApiDocument;

for (const [name, text] of [
  ['types.py', writeTypes(document)],
  ['_requests.py', writeRequests(document)],
] as const) {
  const path = join(folder, name);
  if (args.includes('--write')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} differs from the OpenAPI document: node scripts/python-client.ts --write`);
    process.exitCode = 1;
  }
}
