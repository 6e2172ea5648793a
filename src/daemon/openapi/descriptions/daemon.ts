import * as z from 'zod/mini';
import type { Descriptions } from '../description.ts';
import { done, health } from '../schemas/daemon.ts';

export const daemonDescriptions: Descriptions = {
  'GET /v1/health': {
    name: 'getHealth',
    summary: 'Tells that the daemon is there, and how it does.',
    answer: health,
  },
  'GET /v1/openapi.json': {
    name: 'getOpenApi',
    summary: 'This document.',
    answer: z.looseObject({ openapi: z.string() }),
  },
  'POST /v1/stop': {
    name: 'stopDaemon',
    summary:
      'Lets the daemon leave. Processes run on, and the next call of the command line starts it again.',
    answer: done,
  },
};
