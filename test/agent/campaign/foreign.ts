/**
 * An MCP server of somebody else's: its tool leaves a trace. What the file `die-at` says is where it is killed, once:
 * `server:starting`, `server:before` the trace, or `server:after` it and before the answer.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dieIfWished } from '../../faults/support/wish.ts';

const [folder = ''] = process.argv.slice(2);

type Params = { readonly protocolVersion?: string; readonly arguments?: { readonly mark?: string } };

function answer(method: string, { protocolVersion, arguments: input }: Params): object | undefined {
  if (method === 'initialize')
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'foreign', version: '1' } };
  if (method === 'tools/list')
    return { tools: [{ name: 'trace', description: 'Leaves a trace.', inputSchema: { type: 'object' } }] };
  if (method !== 'tools/call') return undefined;
  dieIfWished('server:before', folder);
  appendFileSync(join(folder, 'effects'), `${input?.mark}\n`);
  dieIfWished('server:after', folder);
  return { content: [{ type: 'text', text: 'done' }] };
}

dieIfWished('server:starting', folder);
createInterface(process.stdin).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) return;
  const result = answer(method, params);
  const reply = result ? { result } : { error: { code: -32601, message: `no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
