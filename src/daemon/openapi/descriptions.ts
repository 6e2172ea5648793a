import type { Descriptions } from './description.ts';
import { daemonDescriptions } from './descriptions/daemon.ts';
import { environmentDescriptions } from './descriptions/environments.ts';
import { processDescriptions } from './descriptions/processes.ts';
import { ringerDescriptions } from './descriptions/ringers.ts';
import { sessionDescriptions } from './descriptions/sessions.ts';
import { toolDescriptions } from './descriptions/tools.ts';

/** One for every route of routes.ts; test/daemon/openapi.test.ts names the one that is missing. */
export const descriptions: Descriptions = {
  ...daemonDescriptions,
  ...environmentDescriptions,
  ...processDescriptions,
  ...ringerDescriptions,
  ...sessionDescriptions,
  ...toolDescriptions,
};
