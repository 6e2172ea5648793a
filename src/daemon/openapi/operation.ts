import { toolDefinitions } from '../../tools/definitions.ts';
import { nothing } from '../../wire/kinds.ts';
import type { RouteDescription } from '../../wire/route.ts';
import { describeErrors } from './errors.ts';
import { describeAnswer, describeRequest, type JsonObject } from './json-schema.ts';

/** What OpenAPI calls an operation: one route. */
export function describeOperation(route: RouteDescription): JsonObject {
  const { name, summary, details, errors = [] } = route;
  const parts = route.path.split('/').filter((part) => part.startsWith(':'));
  const namesOne = parts.some((part) => part in named) ? (['not_found', 'ambiguous'] as const) : [];
  return {
    operationId: name,
    tags: [route.path.split('/')[2] ?? ''],
    summary,
    ...(details && { description: details }),
    ...listParameters(route),
    ...describeBody(route),
    responses: {
      ...describeSuccess(route),
      ...describeErrors(['bad_request', 'unauthorized', 'forbidden', ...namesOne, ...errors, 'failed']),
    },
  };
}

/** Parts of paths that name something known. */
const named = { ':id': true, ':conversation': true };

const pathParameters: Readonly<Record<string, string>> = {
  id: 'The id of a process, or as much of its beginning as no other has.',
  conversation: 'The id of a conversation, or as much of its beginning as no other has.',
  name: 'As it is called in config.json; `local` is this machine.',
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The id of the last event that arrived before the stream broke: it goes on behind it.',
  schema: { type: 'string' },
};

function listParameters(route: RouteDescription): JsonObject {
  const inPath = Array.from(route.path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: { type: 'string' },
  }));
  const query = describeRequest(route.query ?? nothing);
  const required = (query.required ?? []) as string[];
  const inQuery = Object.entries((query.properties ?? {}) as JsonObject).map(([name, value]) => {
    const { description: meaning, ...schema } = value as JsonObject;
    return {
      name,
      in: 'query',
      ...(required.includes(name) && { required: true }),
      description: meaning,
      schema,
    };
  });
  const parameters = [...inPath, ...inQuery, ...(route.events ? [lastEventId] : [])];
  return parameters.length === 0 ? {} : { parameters };
}

function describeBody({ method, body, laterParts = {}, tool }: RouteDescription): JsonObject {
  if (method === 'GET') return {};
  const schema = describeRequest(body ?? nothing);
  const properties = { ...(schema.properties as Record<string, JsonObject>) };
  for (const [part, partSchema] of Object.entries(laterParts))
    properties[part] = { ...describeRequest(partSchema), ...properties[part] };
  const definition = toolDefinitions.find(({ name }) => name === tool);
  if (definition) properties.arguments = { ...definition.inputSchema, ...properties.arguments };
  if (Object.keys(properties).length === 0) return {};
  const required = ((schema.required ?? []) as string[]).length > 0;
  return {
    requestBody: { required, content: { 'application/json': { schema: { ...schema, properties } } } },
  };
}

function describeSuccess({ status = 200, answer, media, events = {} }: RouteDescription): JsonObject {
  if (answer) {
    const content = { 'application/json': { schema: describeAnswer(answer) } };
    return { [status]: { description: 'Done.', content } };
  }
  if (media) return { 200: { description: 'Done.', content: { [media]: { schema: { type: 'string' } } } } };
  return {
    200: {
      description:
        'Server-sent events; the data of each is JSON. A comment comes every 15 seconds. The first block has no data: it tells where the stream begins, for whoever is cut off before the first event. A stream that breaks off without the end of the answer is not over: ask again.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
      // OpenAPI 3.1 has no words for events.
      'x-events': Object.fromEntries(
        Object.entries(events).map(([name, { summary, data }]) => [
          name,
          { description: summary, data: describeAnswer(data) },
        ]),
      ),
    },
  };
}
