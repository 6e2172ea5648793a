import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isAlive, programIdentity } from '../../base/program-identity.ts';

/** The id of a request that the client did not make; its answer is dropped. */
const REPLAYED = 'ringback-replayed-handshake';

/**
 * What an older client sent when it connected. It sends it once: when this process is killed and the launcher starts
 * another on the same pipes, that one has to be told. Clients of 2026 send everything with every request.
 */
export class Handshake {
  readonly #folder: string;
  readonly #path: string | undefined;

  /** There is a next process only under the launcher, which is then our parent. */
  constructor(home: string, isSupervised: boolean) {
    this.#folder = join(home, 'mcp');
    this.#path = isSupervised ? join(this.#folder, programIdentity(process.ppid)) : undefined;
  }

  /** What was sent to the previous process, as messages; empty for the first. */
  replay(): JSONRPCMessage[] {
    const params = this.#read();
    if (params === undefined) return [];
    return [
      { jsonrpc: '2.0', id: REPLAYED, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ];
  }

  remember(message: JSONRPCMessage): void {
    if (!this.#path || !('method' in message) || message.method !== 'initialize' || !message.params) return;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    for (const other of readdirSync(this.#folder)) {
      if (!isAlive(other)) rmSync(join(this.#folder, other), { force: true });
    }
    writeFileSync(this.#path, JSON.stringify(message.params), { mode: 0o600 });
  }

  isReplayed(message: JSONRPCMessage): boolean {
    return 'id' in message && message.id === REPLAYED;
  }

  forget(): void {
    if (this.#path) rmSync(this.#path, { force: true });
  }

  #read(): Record<string, unknown> | undefined {
    if (!this.#path) return undefined;
    try {
      const params: unknown = JSON.parse(readFileSync(this.#path, 'utf8'));
      return typeof params === 'object' && params !== null ? { ...params } : undefined;
    } catch {
      return undefined;
    }
  }
}
