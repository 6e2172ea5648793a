import { failpoint } from '../../base/failpoint.ts';
import type { ProcessSnapshot } from '../../engine/types.ts';
import { formatPort } from '../../keeper/ports.ts';
import type { ReadyEvent } from '../../wire/events.ts';
import { aboutProcess } from '../about.ts';
import type { NotifyContext } from '../context.ts';
import { lastLines } from '../last-output.ts';
import { say } from '../say.ts';
import type { Sight } from './look.ts';
import { findOwnUrl, findUrl, parseProbe, portOf, toConnect } from './probe.ts';

/** That it is ready, the notification, and what waits for it: one transaction, once (promises 11 and 19). */
export function storeReady(context: NotifyContext, id: string, sight: Sight): void {
  const { host, now } = context;
  const at = now();
  failpoint('ready:before-record');
  host.store.transaction(() => {
    if (!host.recordReady(id, at)) return;
    const process = host.get(id);
    say(context, toEvent(context, process, sight), process.startedAt);
    context.onFact({ type: 'ready', processId: id, at });
  });
  failpoint('ready:after-record');
}

function toEvent(context: NotifyContext, process: ProcessSnapshot, sight: Sight): ReadyEvent {
  const { redactor } = context;
  const { line, status, ports = [] } = sight;
  const probe = parseProbe(process.ready);
  const url =
    probe.kind === 'url'
      ? probe.url
      : ((line && findUrl(line)) ?? findOwnUrl(lastLines(context, process.id, undefined), ports));
  const port = sight.port ?? (url ? ports.find((one) => one.port === portOf(url)) : undefined) ?? ports[0];
  return {
    type: 'ready',
    ...aboutProcess(process, redactor),
    ready: redactor.redact(process.ready),
    by: probe.kind,
    ready_at: process.readyAt,
    ...(line !== undefined && { line }),
    ...(status !== undefined && { http_status: status }),
    ...(port && { address: toConnect(port), pid: port.pid }),
    ...(url && { url: redactor.redact(url) }),
    ...(ports.length > 0 && { ports: ports.map(formatPort) }),
  };
}
