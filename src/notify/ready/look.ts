import { LOCAL } from '../../base/environment-name.ts';
import type { ListeningPort } from '../../keeper/ports.ts';
import type { NotifyContext } from '../context.ts';
import { askUrl, askUrlThere } from './ask-url.ts';
import { findPort, type ReadyProbe } from './probe.ts';

/** What showed that a process is ready. */
export type Sight = {
  /** The line that matched, redacted. */
  readonly line?: string;
  /** The one that was asked for. */
  readonly port?: ListeningPort;
  /** Of the answer. */
  readonly status?: number;
  /** On which its tree listens, where that is known. */
  readonly ports?: readonly ListeningPort[];
};

/** Whether the probe holds now; fails, or undefined: it does not. Lines are looked for elsewhere. */
export async function look(
  { host }: NotifyContext,
  id: string,
  probe: ReadyProbe,
  signal: AbortSignal,
): Promise<Sight | undefined> {
  switch (probe.kind) {
    case 'pattern':
      return undefined;
    case 'port': {
      const ports = await host.portsOf(id);
      const port = ports && findPort(probe.port, ports);
      return port && { port, ports };
    }
    case 'url': {
      // Elsewhere the same address is another machine's: it is asked from there.
      if (host.get(id).environment !== LOCAL)
        return (await host.runBeside(id, askUrlThere(probe.url), signal)) === 0 ? {} : undefined;
      const status = await askUrl(probe.url, signal);
      return status < 500 ? { status } : undefined;
    }
    case 'command':
      return (await host.runBeside(id, probe.command, signal)) === 0 ? {} : undefined;
  }
}
