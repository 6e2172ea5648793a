import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../base/programs.ts';
import { isFields } from './message.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of an agent: our own. In opencode all sessions share their MCP servers, and only a plugin inside it
 * can tell whose call it is; it gets that plugin too.
 */
export function agentEnvironment(program: string, env: Environment): Environment {
  if (basename(program) !== 'opencode') return env;
  const given = readConfig(env.OPENCODE_CONFIG_CONTENT);
  if (!given) return env;
  const plugins = Array.isArray(given.plugin) ? given.plugin : [];
  const ours = pathToFileURL(join(packageRoot, 'plugins/opencode/ringback.ts')).href;
  return { ...env, OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...given, plugin: [...plugins, ours] }) };
}

/** An unreadable setting is not ours to change. */
function readConfig(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (!text) return {};
  try {
    const config: unknown = JSON.parse(text);
    return isFields(config) ? config : undefined;
  } catch {
    return undefined;
  }
}
