import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.ts';
import { AgentProcess } from './agent-process.ts';
import type { Conversation } from './conversation.ts';
import { tell } from './deliver-turns.ts';
import { readLines } from './lines.ts';
import { Relay, type RelayOptions } from './relay.ts';
import { SessionFiles } from './session-files.ts';

export type HostOptions = Pick<RelayOptions, 'launch' | 'recogniseAgent' | 'isRingback' | 'toEditor'> & {
  readonly client: Pick<Client, 'notifications'>;
  /** What the editor writes. */
  readonly editor: AsyncIterable<Buffer>;
  complain(text: string): void;
};

const LAST_WORDS_MS = 500;

/** Runs an agent for the editor on our stdin and stdout until it exits; returns its exit code. */
export async function hostAgent(command: readonly string[], options: HostOptions): Promise<number> {
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
  options: HostOptions,
): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => agent.kill(signal));
  const tellings = new Map<Conversation, AbortController>();
  const relay = new Relay({
    ...options,
    program: basename(program),
    files,
    toAgent: (line) => agent.write(line),
    onOpened(conversation) {
      const closing = new AbortController();
      tellings.set(conversation, closing);
      const { toEditor, complain, client } = options;
      void tell(conversation, { client, signal: closing.signal, toEditor, complain });
    },
    onClosed(conversation) {
      tellings.get(conversation)?.abort();
      tellings.delete(conversation);
    },
  });
  void passOn(options.editor, agent, relay);
  const saidAll = hear(agent, relay);
  const code = await agent.ended;
  // A process that it leaves behind may hold its output open.
  await Promise.race([saidAll, sleep(LAST_WORDS_MS)]);
  for (const closing of tellings.values()) closing.abort();
  return code;
}

async function hear(agent: AgentProcess, relay: Relay): Promise<void> {
  for await (const line of readLines(agent.output)) relay.fromAgent(line);
}

/** Returns when the editor is gone. */
async function passOn(editor: AsyncIterable<Buffer>, agent: AgentProcess, relay: Relay): Promise<void> {
  for await (const line of readLines(editor)) {
    relay.fromEditor(line);
    await agent.untilTaken();
  }
  agent.leave();
}
