import { defineEnvironment } from '../../environment.ts';
import { checkEngine } from './check.ts';
import { dockerEngine } from './engine.ts';
import { ContainerEnvironment } from './environment.ts';
import { type Settings, schema } from './settings.ts';

/** Variables are where people put passwords. */
export const secrets = ['env'] as const;

export const docker = defineEnvironment<Settings>({
  kind: 'docker',
  summary: 'a container of Docker: an existing one, or one made of an image',
  schema,
  secrets,
  create: (settings, options) => new ContainerEnvironment(dockerEngine, settings, options),
  check: (settings) => checkEngine(dockerEngine, settings),
});
