import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { withDaemon } from '../daemon.ts';
import { environment } from '../environment.ts';
import type { Finding } from '../measure.ts';
import { percentile } from '../statistics.ts';
import type { Workplace } from '../workplace.ts';

const session = 'bench:rung';

/** The command prints the clock as the last thing it does; whoever gets the webhook looks at the same clock. */
export async function measureRing(workplace: Workplace): Promise<Finding[]> {
  const runs = workplace.isQuick ? 60 : 300;
  const times = await measureRings(workplace, runs);
  const what = 'end of process to the request at the agent';
  const how = `${runs} processes, one at a time, by webhook on loopback`;
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms', atMost: 50, how },
    { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms', how },
  ];
}

function measureRings(workplace: Workplace, runs: number): Promise<number[]> {
  return withDaemon(workplace, async ({ client }) => {
    const agent = await openAgent();
    try {
      const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
      await client.ringers.set({
        session_key: session,
        kind: 'webhook',
        settings: { url: agent.url, secret },
      });
      const times: number[] = [];
      for (let i = -5; i < runs; i++) {
        const arrival = agent.next();
        const command = `exec ${workplace.programs['end-stamp']} 15`;
        const wishes = { session_key: session, notify_on_complete: true };
        await client.start({ command, workdir: '/', env: environment, shell: '/bin/sh', ...wishes });
        const { at, body } = await arrival;
        const stamp = /\| (\d{6,})\\n/.exec(body)?.[1];
        if (stamp === undefined) throw new Error(`no time in ${body}`);
        if (i >= 0) times.push(Number(at - BigInt(stamp)) / 1e6);
      }
      return times;
    } finally {
      agent.close();
    }
  });
}

type Arrival = { readonly at: bigint; readonly body: string };

async function openAgent() {
  let waiting = Promise.withResolvers<Arrival>();
  const server = createServer(async (request, response) => {
    const at = process.hrtime.bigint();
    const body = await text(request);
    response.writeHead(204).end();
    waiting.resolve({ at, body });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    next() {
      waiting = Promise.withResolvers();
      return waiting.promise;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
