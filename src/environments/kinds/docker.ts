import { defineEnvironment } from '../environment.ts';
import { checkEngine } from './docker/check.ts';
import { dockerEngine } from './docker/engine.ts';
import { ContainerEnvironment } from './docker/environment.ts';
import { type Settings, schema } from './docker/settings.ts';

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
