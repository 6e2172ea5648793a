/** Calls that are held against the document: what is sent, what comes back, and with which status. */
import assert from 'node:assert/strict';
import * as z from 'zod';
import type * as mini from 'zod/mini';

import { routes } from '../../../src/daemon/routes.ts';
import { conversationRoutes } from '../../../src/wire/conversation-routes.ts';
import { wireError } from '../../../src/wire/error.ts';
import type { RouteDescription } from '../../../src/wire/route.ts';
import { text } from '../../cli/cli-home.ts';
import { ask, events } from '../http.ts';

type Json = { [name: string]: unknown };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; description: string }[];
  readonly requestBody?: { content: { 'application/json': { schema: Json } } };
  readonly responses: Readonly<Record<string, Response>>;
};
type Response = {
  readonly description: string;
  readonly content: Readonly<Record<string, { schema: Json }>>;
  readonly 'x-events'?: Readonly<Record<string, { data: Json }>>;
};
export type Document = {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
};

export type Call = {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

function routeOf(key: string): RouteDescription | undefined {
  return [...routes, ...conversationRoutes].find(({ method, path }) => `${method} ${path}` === key);
}

export class Documented {
  readonly document: Document;
  /** Routes that were called, and answered as documented with a success. */
  readonly seen = new Set<string>();
  readonly #home: string;

  constructor(home: string, document: Document) {
    this.#home = home;
    this.document = document;
  }

  static async open(home: string): Promise<Documented> {
    const answer = await ask(home, 'GET', '/v1/openapi.json');
    return new Documented(home, JSON.parse(await text(answer)) as Document);
  }

  operation(key: string): Operation {
    const [method = '', path = ''] = key.split(' ');
    const operation = this.document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    assert.ok(operation, `${key} is not documented`);
    return operation;
  }

  /** The answer, which is what the document says about a success. */
  async call(key: string, call: Call = {}): Promise<Json> {
    const { status, json } = await this.#ask(key, call);
    const route = routeOf(key);
    assert.ok(route?.answer, `${key} has no answer`);
    assert.equal(status, route.status ?? 200, JSON.stringify(json));
    this.#check(route.answer, this.#answerOf(key, status), json);
    this.seen.add(key);
    return json;
  }

  /** The error, which the document says to be possible. */
  async fail(key: string, call: Call, code: string): Promise<Json> {
    const { status, json } = await this.#ask(key, call);
    assert.ok(status >= 400, `${key} did not fail: ${JSON.stringify(json)}`);
    const response = this.operation(key).responses[status];
    assert.ok(response, `${key} answered ${status}, which is not documented`);
    this.#check(wireError, this.#answerOf(key, status), json);
    assert.equal(json.code, code, JSON.stringify(json));
    assert.match(response.description, new RegExp(`\`${code}\``), `${key}: ${code} is not documented`);
    return json;
  }

  /** The names of the events of a stream, up to its end or to one of the name `last`. */
  async stream(key: string, call: Call, last = ''): Promise<string[]> {
    const answer = await this.#send(key, call);
    const response = this.operation(key).responses[200];
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], Object.keys(response?.content ?? {})[0]);
    const names: string[] = [];
    for await (const event of events(answer)) {
      if (event.name === '') continue;
      const documented = response?.['x-events']?.[event.name];
      const schema = routeOf(key)?.events?.[event.name]?.data;
      assert.ok(documented && schema, `${key}: the event ${event.name} is not documented`);
      this.#check(schema, documented.data, JSON.parse(event.data));
      names.push(event.name);
      if (event.name === last) break;
    }
    answer.destroy();
    this.seen.add(key);
    return names;
  }

  async #ask(key: string, call: Call): Promise<{ status: number; json: Json }> {
    const answer = await this.#send(key, call);
    assert.equal(answer.headers['content-type'], 'application/json');
    return { status: answer.statusCode ?? 0, json: JSON.parse(await text(answer)) as Json };
  }

  #send(key: string, { id = '', query = '', body, headers }: Call) {
    const [method = '', path = ''] = key.split(' ');
    const sent = body === undefined ? undefined : JSON.stringify(body);
    return ask(this.#home, method, path.replace(/:\w+/, id) + query, sent, headers);
  }

  #answerOf(key: string, status: number): Json {
    const schema = this.operation(key).responses[status]?.content['application/json']?.schema;
    assert.ok(schema, `${key} documents no JSON for ${status}`);
    return schema;
  }

  /** By the strict schema, which knows no other keys, and by the document as it was served. */
  #check(strict: mini.ZodMiniType, documented: Json, json: unknown): void {
    const exact = strict.safeParse(json);
    assert.ok(exact.success, `${JSON.stringify(exact.error?.issues)}\n${JSON.stringify(json)}`);
    const served = this.#fromDocument(documented).safeParse(json);
    assert.ok(served.success, `${JSON.stringify(served.error?.issues)}\n${JSON.stringify(json)}`);
  }

  /** A JSON Schema of the document as something that checks. */
  #fromDocument(schema: Json): z.ZodType {
    const whole = JSON.stringify({ ...schema, $defs: this.document.components.schemas });
    return z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')));
  }
}
