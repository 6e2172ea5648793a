import type { Measure } from './measure.ts';
import { measureAgent } from './measures/agent.ts';
import { measureCliRun } from './measures/cli-run.ts';
import { measureDaemonCpu } from './measures/daemon-cpu.ts';
import { measureDaemonMemory } from './measures/daemon-memory.ts';
import { measureEnd } from './measures/end.ts';
import { measureEnvironments } from './measures/environments.ts';
import { measureFollow } from './measures/follow.ts';
import { measureGrep } from './measures/grep.ts';
import { measureKeeperMemory } from './measures/keeper-memory.ts';
import { measureKeeperSampling } from './measures/keeper-sampling.ts';
import { measureLargeLog } from './measures/large-log.ts';
import { measureMcp } from './measures/mcp.ts';
import { measureNotifyEnd } from './measures/notify-end.ts';
import { measureNotifyMatch } from './measures/notify-match.ts';
import { measureRedact } from './measures/redact.ts';
import { measureRing } from './measures/ring.ts';
import { measureScanning } from './measures/scan.ts';
import { measureStart } from './measures/start.ts';
import { measureTakeover } from './measures/takeover.ts';
import { measureThroughput } from './measures/throughput.ts';
import { measureWakeUps } from './measures/wake-ups.ts';

/** In the order of the issues' tables. */
export const measures: Readonly<Record<string, Measure>> = {
  throughput: measureThroughput,
  'keeper-memory': measureKeeperMemory,
  'keeper-sampling': measureKeeperSampling,
  start: measureStart,
  end: measureEnd,
  follow: measureFollow,
  'large-log': measureLargeLog,
  'daemon-memory': measureDaemonMemory,
  takeover: measureTakeover,
  'daemon-cpu': measureDaemonCpu,
  'cli-run': measureCliRun,
  'notify-end': measureNotifyEnd,
  'notify-match': measureNotifyMatch,
  ring: measureRing,
  'wake-ups': measureWakeUps,
  scan: measureScanning,
  grep: measureGrep,
  redact: measureRedact,
  mcp: measureMcp,
  environments: measureEnvironments,
  agent: measureAgent,
};
