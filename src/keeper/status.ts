import { type Fields, numberField, timeField, truthField } from './frames/record.ts';
import { type ListeningPort, parsePorts } from './ports.ts';
import { type Prompt, parsePrompt } from './prompt.ts';

/** What a living keeper says about its process now. */
export type KeeperStatus = {
  readonly pid: number;
  readonly keeperPid: number;
  readonly startedAt: number;
  /** Bytes printed so far. */
  readonly offset: number;
  readonly lines: number;
  /** 0: never. */
  readonly lastOutputAt: number;
  readonly outputOpen: boolean;
  readonly stdin: 'none' | 'open' | 'closed';
  readonly waitingInput: boolean;
  /** Whom it was seen waiting for, where its keeper was asked to look. */
  readonly prompt: Prompt | undefined;
  readonly keptBytes: number;
  readonly logLimitBytes: number;
  /** Alive now, the command included. */
  readonly descendants: number;
  readonly hasEnded: boolean;
  /** It waits for `begin`: there is no command yet. */
  readonly isHeld: boolean;
  /** Of everybody alive in its tree; undefined where nobody is, or its keeper cannot tell. */
  readonly usage:
    | { readonly cpuSeconds: number; readonly memoryBytes: number; readonly processCount: number }
    | undefined;
  /** On which its tree listens; undefined where that was not asked, or its keeper cannot tell. */
  readonly ports: readonly ListeningPort[] | undefined;
};

export function parseStatus(fields: Fields): KeeperStatus | undefined {
  const pid = numberField(fields, 'pid');
  const keeperPid = numberField(fields, 'keeper_pid');
  const startedAt = timeField(fields, 'started_at');
  if (pid === undefined || keeperPid === undefined || startedAt === undefined) return undefined;
  const stdin = fields.get('stdin');
  return {
    pid,
    keeperPid,
    startedAt,
    offset: numberField(fields, 'offset') ?? 0,
    lines: numberField(fields, 'lines') ?? 0,
    lastOutputAt: timeField(fields, 'last_output_at') ?? 0,
    outputOpen: truthField(fields, 'output_open'),
    stdin: stdin === 'open' || stdin === 'closed' ? stdin : 'none',
    waitingInput: truthField(fields, 'waiting_input'),
    prompt: parsePrompt(fields, 'waits_'),
    keptBytes: numberField(fields, 'kept_bytes') ?? 0,
    logLimitBytes: numberField(fields, 'limit') ?? 0,
    descendants: numberField(fields, 'descendants') ?? 0,
    hasEnded: fields.get('state') === 'ended',
    isHeld: fields.get('state') === 'held',
    usage: parseUsage(fields),
    ports: parsePorts(fields.get('ports')),
  };
}

function parseUsage(fields: Fields): KeeperStatus['usage'] {
  const memoryBytes = numberField(fields, 'memory_bytes');
  // Every process has some: this one's keeper is older, or not on Linux.
  if (!memoryBytes) return undefined;
  const cpuSeconds = (numberField(fields, 'cpu_ms') ?? 0) / 1000;
  return { cpuSeconds, memoryBytes, processCount: numberField(fields, 'descendants') ?? 0 };
}
