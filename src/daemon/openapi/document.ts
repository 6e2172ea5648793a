/** The OpenAPI document, made from the routes themselves: what they check is what it says. */
import type { Config } from '../../base/config.ts';
import { ringbackVersion } from '../../base/version.ts';
import { withSettings } from '../../tools/settings.ts';
import { conversationRoutes } from '../../wire/conversation-routes.ts';
import type { RouteDescription } from '../../wire/route.ts';
import { describeComponents, type JsonObject } from './json-schema.ts';
import { describeOperation } from './operation.ts';

const INTRODUCTION =
  'The daemon of Ringback speaks HTTP over a unix socket, daemon.sock in its home, and over loopback TCP when asked to (`listen` in config.json), then with the token in the file `token` of the home as a bearer token. Parameters that are not described here are refused. Answers may get more fields in later versions.';

export function createDocument(routes: readonly RouteDescription[], config: Config) {
  const document = {
    openapi: '3.1.1',
    info: { title: 'Ringback', version: ringbackVersion(), description: INTRODUCTION },
    servers: [{ url: 'http://localhost', description: 'Over the unix socket.' }],
    security: [{}, { token: [] }],
    paths: describePaths([...routes, ...conversationRoutes]),
    components: {
      schemas: describeComponents(),
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Needed over TCP only.' } },
    },
  };
  return withSettings(document, config);
}

function describePaths(routes: readonly RouteDescription[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  return paths;
}
