import type { Descriptions } from '../description.ts';
import * as schema from '../schemas/environment.ts';

/** Where commands can be run. */
export const environmentDescriptions: Descriptions = {
  'GET /v1/environments': {
    name: 'listEnvironments',
    summary: 'Lists where commands can be run, this machine first. Connects to none of them.',
    answer: schema.environments,
  },
  'POST /v1/environments/:name/test': {
    name: 'testEnvironment',
    summary: 'Runs a small command there, and tells step by step what worked.',
    details: 'It ends with the first step that fails. In a cluster the command has to wait for its turn.',
    answer: schema.tested,
    errors: ['no_environment'],
  },
};
