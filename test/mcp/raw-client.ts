import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export const standIn = [process.execPath, join(import.meta.dirname, 'fixtures/stand-in-server.ts')];

export type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
};

type Options = { readonly name?: string; readonly env?: NodeJS.ProcessEnv };

/** An MCP client to the letter: what is sent when is up to the test. */
export class RawClient {
  readonly process: ChildProcess;
  readonly messages: Stream<Message>;
  /** What the stand-in for the daemon heard. */
  readonly heard: Stream<Record<string, unknown>>;
  readonly #name: string;
  #lastId = 0;
  /** How often `call` was used. */
  made = 0;

  constructor(command: readonly string[], { name = 'test-client', env = {} }: Options = {}) {
    const [program = '', ...args] = command;
    this.#name = name;
    const { RINGBACK_SESSION: _, ...own } = process.env;
    this.process = spawn(program, args, { env: { ...own, ...env } });
    assert.ok(this.process.stdout && this.process.stderr);
    this.messages = new Stream(this.process.stdout);
    this.heard = new Stream(this.process.stderr);
  }

  /** As clients of 2025 begin. */
  async initialize(protocolVersion = '2025-11-25'): Promise<Message> {
    const clientInfo = { name: this.#name, version: '1' };
    const answer = await this.request('initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  send(message: object): void {
    this.process.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** The id under which it is answered. */
  ask(method: string, params: object = {}): number {
    this.#lastId += 1;
    this.send({ id: this.#lastId, method, params });
    return this.#lastId;
  }

  answer(id: number): Promise<Message> {
    return this.messages.find((message) => message.id === id);
  }

  request(method: string, params: object = {}): Promise<Message> {
    return this.answer(this.ask(method, params));
  }

  call(script: object = {}, meta?: object): Promise<Message> {
    this.made += 1;
    return this.request('tools/call', { name: 'terminal', arguments: script, ...(meta && { _meta: meta }) });
  }

  /** As clients of 2026 ask: everything about them is in each request. */
  modern(method: string, params: object = {}, extensions: object = {}, more: object = {}): Promise<Message> {
    return this.request(method, { ...params, _meta: envelope(this.#name, extensions, more) });
  }

  /** Returns its exit code when it has left. */
  async end(): Promise<number | null> {
    const { process } = this;
    process.stdin?.on('error', () => {}).end();
    if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
    return process.exitCode;
  }
}

/** `more`: what it can do besides. */
export function envelope(name: string, extensions: object, more: object = {}): object {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions, ...more },
  };
}

/** Lines of JSON, which can be waited for. */
export class Stream<T> {
  readonly all: T[] = [];
  readonly #waiting = new Set<(hasEnded: boolean) => void>();
  #hasEnded = false;

  constructor(stream: Readable) {
    const lines = createInterface({ input: stream });
    lines.on('line', (line) => {
      if (line.startsWith('{')) this.all.push(JSON.parse(line) as T);
      for (const look of this.#waiting) look(false);
    });
    lines.on('close', () => {
      this.#hasEnded = true;
      for (const look of this.#waiting) look(true);
    });
  }

  /** The first one that fits, also of those that came before; fails when none can come any more. */
  find(fits: (item: T) => boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const look = (hasEnded: boolean) => {
      const found = this.all.find(fits);
      if (found === undefined && !hasEnded) return;
      this.#waiting.delete(look);
      if (found === undefined) reject(new Error('the server ended before that'));
      else resolve(found);
    };
    this.#waiting.add(look);
    look(this.#hasEnded);
    return promise;
  }
}
