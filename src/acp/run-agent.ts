import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { AgentProcess } from './agent-process.ts';
import type { Conversation } from './conversation.ts';
import { deliverTurns } from './deliver-turns.ts';
import { readLines } from './lines.ts';
import { Relay, type RelayOptions } from './relay.ts';
import { SessionFiles } from './session-files.ts';

export type RunOptions = Pick<RelayOptions, 'launch' | 'recogniseAgent' | 'isRingback' | 'toEditor'> & {
  readonly client: Pick<Client, 'notifications'>;
  /** What the editor writes. */
  readonly editor: AsyncIterable<Buffer>;
  logError(text: string): void;
};

const DRAIN_MS = 500;

/** Runs an agent for the editor on our stdin and stdout until it exits; returns its exit code. */
export async function runAgent(command: readonly string[], options: RunOptions): Promise<number> {
  const files = new SessionFiles();
  try {
    return await serve(await AgentProcess.start(command, files.folder), command, files, options);
  } finally {
    files.remove();
  }
}

async function serve(
  agent: AgentProcess,
  [program = '']: readonly string[],
  files: SessionFiles,
  options: RunOptions,
): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => agent.kill(signal));
  const deliveries = new Map<Conversation, AbortController>();
  const relay = new Relay({
    ...options,
    program: basename(program),
    files,
    toAgent: (line) => agent.write(line),
    onOpened(conversation) {
      const closing = new AbortController();
      deliveries.set(conversation, closing);
      const { toEditor, logError, client } = options;
      void deliverTurns(conversation, { client, signal: closing.signal, toEditor, logError });
    },
    onClosed(conversation) {
      deliveries.get(conversation)?.abort();
      deliveries.delete(conversation);
    },
  });
  void readEditor(options.editor, agent, relay);
  const drained = readAgent(agent, relay);
  const code = await agent.ended;
  // A process that it leaves behind may hold its output open.
  await Promise.race([drained, sleep(DRAIN_MS)]);
  for (const closing of deliveries.values()) closing.abort();
  return code;
}

async function readAgent(agent: AgentProcess, relay: Relay): Promise<void> {
  for await (const line of readLines(agent.output)) relay.fromAgent(line);
}

/** Returns when the editor is gone. */
async function readEditor(editor: AsyncIterable<Buffer>, agent: AgentProcess, relay: Relay): Promise<void> {
  for await (const line of readLines(editor)) {
    relay.fromEditor(line);
    await agent.drained();
  }
  agent.endInput();
}
