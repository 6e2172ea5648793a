import { ok, type Route, route } from '../route.ts';

/** Loaded when asked for: the daemon's start and memory do not pay for it. */
export const openApi = (routes: () => readonly Route[]) =>
  route({
    method: 'GET',
    path: '/v1/openapi.json',
    async answer({ tools }) {
      const { createDocument } = await import('../openapi/document.ts');
      return ok(createDocument(routes(), tools.config));
    },
  });
