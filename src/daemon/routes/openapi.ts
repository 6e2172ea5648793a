import { wireOpenApi } from '../../wire/daemon.ts';
import type { RouteDescription } from '../../wire/route.ts';
import { route } from '../route.ts';

/** Loaded when asked for: the daemon's start and memory do not pay for it. */
export const openApi = (routes: () => readonly RouteDescription[]) =>
  route({
    method: 'GET',
    path: '/v1/openapi.json',
    name: 'getOpenApi',
    summary: 'This document.',
    answer: wireOpenApi,
    async handle({ tools }) {
      const { createDocument } = await import('../openapi/document.ts');
      return { body: createDocument(routes(), tools.config) };
    },
  });
