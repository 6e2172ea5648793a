import type { Config } from '../base/config.ts';
import type { ToolDefinition } from './definition.ts';
import { toolDefinitions } from './definitions.ts';
import { withSettings } from './settings.ts';

/** Every tool there is, as a model is told of it. */
export function describeTools(config: Config): readonly ToolDefinition[] {
  return withSettings(toolDefinitions, config);
}
