import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultConfig } from '../../src/base/config.ts';
import { newProcessId } from '../../src/base/ids.ts';
import { Shells } from '../../src/tools/shell/shells.ts';
import { withDaemon } from '../daemon.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { median, percentile } from '../statistics.ts';
import { withEngine } from '../with-engine.ts';
import { repository, type Workplace } from '../workplace.ts';

/** What a model's call costs on its way through MCP and daemon, and how soon a new server answers. */
export async function measureMcp(workplace: Workplace): Promise<Finding[]> {
  const calls = workplace.isQuick ? 50 : 300;
  const starts = workplace.isQuick ? 8 : 30;
  const direct = await callEngine(workplace, calls);
  const { ready, poll, run } = await callMcp(workplace, calls, starts);
  return [
    {
      what: '`ringback mcp` ready (initialize and tools/list answered), daemon up, p50',
      value: median(ready),
      unit: 'ms',
      atMost: 150,
      how: `${starts} starts (p90 ${percentile(ready, 0.9).toFixed(0)} ms)`,
    },
    {
      what: 'process(poll) through MCP and daemon, more than engine.poll, p50',
      value: median(poll) - median(direct.poll),
      unit: 'ms',
      atMost: 3,
      how: `${calls} calls; ${median(poll).toFixed(2)} ms against ${median(direct.poll).toFixed(2)} ms`,
    },
    {
      what: 'terminal(true) through MCP and daemon, more than the engine with the same shell, p50',
      value: median(run) - median(direct.run),
      unit: 'ms',
      atMost: 3,
      how: `${calls} calls; ${median(run).toFixed(2)} ms against ${median(direct.run).toFixed(2)} ms`,
    },
  ];
}

function callEngine(workplace: Workplace, calls: number) {
  return withEngine(workplace, async (engine, home) => {
    const shells = new Shells({ home, config: defaultConfig });
    const start = { cwd: '/', env: environment, shell: '/bin/bash' };
    const { id } = await engine.start({ ...start, command: 'exec sleep 600' });
    const poll = await time(calls, () => engine.poll(id));
    // With the login shell and the session's folder, as the tool starts it: what is compared is the way, not the shell.
    const run = await time(calls, async () => {
      const processId = newProcessId();
      const caller = {
        session: 'bench',
        callerWorkdir: '/',
        callerEnv: { ...environment, SHELL: '/bin/bash' },
      };
      const prepared = await shells.prepare({ ...caller, follows: true, processId });
      await engine.start({ ...prepared, id: processId, command: 'true' });
      await engine.wait(processId);
      await shells.settle('bench', processId);
    });
    return { poll, run };
  });
}

function callMcp(workplace: Workplace, calls: number, starts: number) {
  return withDaemon(workplace, async ({ home }) => {
    const ready: number[] = [];
    for (let i = -2; i < starts; i++) {
      const before = performance.now();
      const server = await openServer(home);
      if (i >= 0) ready.push(performance.now() - before);
      await server.close();
    }
    const server = await openServer(home);
    const { session_id: id } = await server.call('terminal', { command: 'exec sleep 600', background: true });
    const poll = await time(calls, () => server.call('process', { action: 'poll', session_id: id }));
    const run = await time(calls, () => server.call('terminal', { command: 'true' }));
    await server.call('process', { action: 'kill', session_id: id });
    await server.close();
    return { ready, poll, run };
  });
}

async function time(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let i = -10; i < count; i++) {
    const before = performance.now();
    await work();
    if (i >= 0) times.push(performance.now() - before);
  }
  return times;
}

type Answer = { readonly result?: { readonly structuredContent?: Record<string, unknown> } };

/** A client to the letter, so that its own cost is next to nothing. */
async function openServer(home: string) {
  const env = { ...environment, RINGBACK_HOME: home, SHELL: '/bin/bash' };
  const child = spawn(join(repository, 'bin/ringback'), ['mcp'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let lastId = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = async (method: string, params: object): Promise<Answer> => {
    lastId += 1;
    send({ id: lastId, method, params });
    return JSON.parse((await lines.next()).value ?? '{}') as Answer;
  };
  const clientInfo = { name: 'bench', version: '1' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  await request('tools/list', {});
  return {
    async call(name: string, given: object): Promise<Record<string, unknown>> {
      const { result } = await request('tools/call', { name, arguments: given });
      if (!result?.structuredContent) throw new Error(`${name} has no result`);
      return result.structuredContent;
    },
    async close() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
