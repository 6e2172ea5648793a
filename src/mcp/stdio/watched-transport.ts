import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Handshake } from './handshake.ts';

type Watcher = {
  readonly handshake: Handshake;
  /** A result has been written to the client's pipe. */
  onWritten(id: unknown): void;
  onMessage(message: JSONRPCMessage): void;
  onClosed(): void;
};

/**
 * A request that is too large for the daemon must get through to be refused with a message; the SDK's limit of 10 MiB
 * ends the connection.
 */
const LARGEST_MESSAGE = 32 * 1024 * 1024;

/** The transport, observed: the SDK does not tell when a result was written. */
export function createWatchedTransport(watcher: Watcher): Transport {
  const { handshake } = watcher;
  const wire = new StdioServerTransport(undefined, undefined, { maxBufferSize: LARGEST_MESSAGE });
  const watched: Transport = {
    start: () => {
      wire.onmessage = (message) => {
        handshake.remember(message);
        watcher.onMessage(message);
        watched.onmessage?.(message);
      };
      wire.onerror = (error) => watched.onerror?.(error);
      wire.onclose = () => {
        watched.onclose?.();
        watcher.onClosed();
      };
      for (const message of handshake.replay()) watched.onmessage?.(message);
      return wire.start();
    },
    send: async (message: JSONRPCMessage, _?: TransportSendOptions) => {
      if (handshake.isReplayed(message)) return;
      await wire.send(message);
      if ('result' in message) watcher.onWritten(message.id);
    },
    close: () => wire.close(),
  };
  return watched;
}
