import { defineEnvironment } from '../../environment.ts';
import { checkEngine } from '../docker/check.ts';
import { secrets } from '../docker/docker.ts';
import { podmanEngine } from '../docker/engine.ts';
import { ContainerEnvironment } from '../docker/environment.ts';
import { type Settings, schema } from '../docker/settings.ts';

/** Podman serves the Docker API too: `podman system service`. */
export const podman = defineEnvironment<Settings>({
  kind: 'podman',
  summary: 'a container of Podman: an existing one, or one made of an image',
  schema,
  secrets,
  create: (settings, options) => new ContainerEnvironment(podmanEngine, settings, options),
  check: (settings) => checkEngine(podmanEngine, settings),
});
