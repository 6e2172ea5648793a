import * as z from 'zod/mini';
import type { Descriptions } from '../description.ts';
import { active, done, health } from '../schemas/daemon.ts';

export const daemonDescriptions: Descriptions = {
  'GET /v1/health': {
    name: 'getHealth',
    summary: 'Tells that the daemon is there, and how it does.',
    answer: health,
  },
  'GET /v1/active': {
    name: 'isActive',
    summary:
      'Tells whether something is active: at all, so that the host must not sleep, or of a task or session.',
    details:
      'At all: something runs or is queued, or a notification is undelivered. Of a task or a session: something of it runs. A process that is older than `max_age` no longer counts for its session.',
    answer: active,
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
