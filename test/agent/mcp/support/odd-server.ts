/**
 * A server with all sorts of tools. `odd-server.ts FOLDER [modern | fails]`: each call of `write` and `look` adds a line with its
 * pid to the file of its name there, and hangs while a file `hang` is there.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const [folder = '', how = ''] = process.argv.slice(2);
if (how === 'fails') {
  console.error('no licence found; key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789');
  process.exit(3);
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

function createServer(): McpServer {
  const server = new McpServer({ name: 'odd', version: '1' });
  const effect = async (name: string, signal: AbortSignal) => {
    appendFileSync(join(folder, name), `${process.pid}\n`);
    const cancelled = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => {
      appendFileSync(join(folder, name), 'cancelled\n');
      cancelled.resolve();
    });
    if (existsSync(join(folder, 'hang'))) await cancelled.promise;
    return text(`${name} is done`);
  };
  server.registerTool('write', { description: 'Writes.' }, (ctx) => effect('write', ctx.mcpReq.signal));
  const readOnly = { annotations: { readOnlyHint: true } };
  server.registerTool('look', readOnly, (ctx) => effect('look', ctx.mcpReq.signal));
  server.registerTool('variables', readOnly, () => text(Object.keys(process.env).join(' ')));
  server.registerTool('value', { inputSchema: z.object({ of: z.string() }) }, ({ of }) =>
    text(`${process.env[of]} in ${process.cwd()}`),
  );
  server.registerTool('picture', {}, () => ({
    content: [
      { type: 'text', text: 'a pixel' },
      { type: 'image', data: PIXEL, mimeType: 'image/jpeg' },
      { type: 'image', data: 'bm8gaW1hZ2U=', mimeType: 'image/png' },
    ],
  }));
  server.registerTool('structured', {}, () => ({ content: [], structuredContent: { answer: 42 } }));
  server.registerTool('long.one', { description: `\x1b[31mLong\u202e${'!'.repeat(5000)}` }, () =>
    text(`token ghp_${'a1B2'.repeat(9)}\x07\n${'x'.repeat(100_000)}end`),
  );
  server.registerTool('refuse', {}, () => {
    throw new Error('not today');
  });
  server.registerTool('grow', { annotations: { idempotentHint: true } }, () => {
    server.registerTool('grown', {}, () => text('here I am'));
    return text('grown');
  });
  return server;
}

serveStdio(createServer, how === 'modern' ? { legacy: 'reject' } : {});
