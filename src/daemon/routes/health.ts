import { ringbackVersion } from '../../base/version.ts';
import { ok, route } from '../route.ts';

export const health = route({
  method: 'GET',
  path: '/v1/health',
  answer: ({ engine, daemon }) =>
    ok({
      status: 'ok',
      version: ringbackVersion(),
      pid: process.pid,
      home: daemon.home,
      ...(daemon.address !== undefined && { address: daemon.address }),
      uptime_seconds: Math.round((Date.now() - daemon.startedAt) / 1000),
      running: engine.runningCount,
      processes: engine.list({ includeEnded: true }).length,
      connections: daemon.connections(),
      rss_bytes: process.memoryUsage.rss(),
    }),
});
