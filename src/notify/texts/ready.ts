import { formatAge } from '../../base/age.ts';
import type { ReadyEvent } from '../../wire/events.ts';
import { logCall, processName, startedLines } from './about-process.ts';
import { block, type Lines } from './block.ts';
import { fenceStart, formatName } from './fence.ts';
import { formatMoment } from './moment.ts';

const LINE_CHARACTERS = 500;

export function readyText(event: ReadyEvent): string {
  const { session_id, started_at, ready_at } = event;
  return block(`${processName(session_id)} is ready, ${formatAge(ready_at - started_at)} after its start.`, [
    `Seen at ${formatMoment(ready_at)}. It goes on running; if it ends badly, that is reported too.`,
    ...evidenceLines(event),
    ...placeLines(event),
    ...startedLines(event),
    `Everything it printed: ${logCall(session_id)}`,
  ]);
}

/** What was seen (promise 19). */
function evidenceLines({ by, ready, line, http_status, pid, address = '', environment }: ReadyEvent): Lines {
  switch (by) {
    case 'pattern':
      return ['It printed:', fenceStart(line ?? '', LINE_CHARACTERS)];
    case 'port':
      return [`Process ${pid ?? 0}, which is part of it, listens on ${formatName(address)}.`];
    case 'url': {
      const status = http_status === undefined ? 'a status below 500' : `status ${http_status}`;
      const from = environment === undefined ? '' : `, asked from ${formatName(environment)} itself`;
      return [`This URL answers (${status}${from}):`, fenceStart(ready, LINE_CHARACTERS)];
    }
    case 'command':
      return ['Its probe succeeded:', fenceStart(ready.replace(/^!\s*/, ''), LINE_CHARACTERS)];
  }
}

function placeLines({ by, url, address, ports = [], environment }: ReadyEvent): Lines {
  const where =
    environment === undefined ? '' : ` (addresses of ${formatName(environment)}, not of this machine)`;
  return [
    ...(url === undefined || by === 'url' ? [] : [`URL${where}:`, fenceStart(url, LINE_CHARACTERS)]),
    url === undefined && address !== undefined
      ? `Address${where}: ${formatName(address)}; if it speaks HTTP: http://${formatName(address)}/`
      : undefined,
    ports.length > 1 || (ports.length === 1 && url !== undefined && by !== 'port')
      ? `It listens on ${ports.map(listed).join(', ')}${url === undefined && address !== undefined ? '' : where}.`
      : undefined,
  ];
}

function listed(port: string): string {
  return port.replace(/[^\w.:[\]]/g, '_');
}
