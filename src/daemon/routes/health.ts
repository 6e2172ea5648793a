import { ringbackVersion } from '../../base/version.ts';
import type { ProgramStatus } from '../../system/programs.ts';
import { type WireHealth, type WireProgram, wireHealth } from '../../wire/daemon.ts';
import { route } from '../route.ts';

export const health = route({
  method: 'GET',
  path: '/v1/health',
  name: 'getHealth',
  summary: 'Tells that the daemon is there, and how it does.',
  answer: wireHealth,
  handle({ engine, daemon }) {
    const address = daemon.address();
    const body: WireHealth = {
      status: 'ok',
      version: ringbackVersion(),
      pid: process.pid,
      home: daemon.home,
      ...(address !== undefined && { address }),
      uptime_seconds: Math.round((Date.now() - daemon.startedAt) / 1000),
      running: engine.runningCount,
      processes: engine.list({ includeEnded: true }).length,
      connections: daemon.connections(),
      rss_bytes: process.memoryUsage.rss(),
      programs: daemon.programs().map(toWireProgram),
    };
    return { body };
  },
});

function toWireProgram({ name, state, processId, failures, trouble }: ProgramStatus): WireProgram {
  return {
    name,
    state,
    ...(processId !== undefined && { session_id: processId }),
    failures,
    ...(trouble !== '' && { trouble }),
  };
}
