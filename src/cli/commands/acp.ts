import { join } from 'node:path';
import { runAgent } from '../../acp/run-agent.ts';
import { packageRoot } from '../../base/programs.ts';
import { recogniseAgent } from '../../mcp/agents.ts';
import { startsRingback } from '../../mcp/install/launch.ts';
import type { Invocation } from '../invocation.ts';
import { tellUser, writeOut } from '../out.ts';

/** stdin and stdout belong to the editor and its agent. */
export function main({ client, home, positionals }: Invocation<'acp'>): Promise<number> {
  return runAgent(positionals, {
    client,
    launch: { command: join(packageRoot, 'bin/ringback'), args: ['mcp', '--home', home] },
    recogniseAgent,
    isRingback: startsRingback,
    editor: process.stdin,
    toEditor: writeOut,
    logError: (text) => tellUser(`ringback: ${text}`),
  });
}
