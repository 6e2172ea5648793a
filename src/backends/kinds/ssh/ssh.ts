import type { Environment, KindCheck, Place, Program, ProgramEnd } from '../../environment.ts';
import { defineEnvironment } from '../../environment.ts';
import { runToEnd } from '../../run-to-end.ts';
import { INSTALL_HINT, runSsh } from './client.ts';
import { Master } from './master.ts';
import { remoteCommand } from './remote-command.ts';
import { type Settings, schema } from './settings.ts';

export const ssh = defineEnvironment<Settings>({
  kind: 'ssh',
  summary: 'another machine, through OpenSSH and its configuration',
  schema,
  create: (settings, { folder }) => new SshEnvironment(settings, folder),
  check,
});

/** A host that is down may come back: it is never gone for good. */
class SshEnvironment implements Environment {
  readonly isPerProcess = false;
  readonly hasLogin = true;
  readonly #host: string;
  readonly #master: Master;
  readonly #places = new Set<Place>();

  constructor(settings: Settings, folder: string) {
    this.#host = settings.host;
    this.#master = new Master(settings, folder);
  }

  async open(_request: unknown, signal: AbortSignal): Promise<Place> {
    await this.#master.options(signal);
    const place: Place = {
      ref: {},
      run: (args) => this.#run(args),
      close: async () => {
        // The others speak through the same connection.
        if (this.#places.delete(place) && this.#places.size === 0) await this.#master.end();
      },
    };
    this.#places.add(place);
    return place;
  }

  async close(): Promise<void> {
    this.#places.clear();
    await this.#master.end();
  }

  async #run(args: readonly string[]): Promise<Program> {
    const options = await this.#master.options();
    const program = await runSsh([...options, '--', this.#host, remoteCommand(args)]);
    return { ...program, ended: program.ended.then(toRemoteEnd) };
  }
}

/** ssh's own failure is 255, and so is the end of a program there by a signal: of neither is there an exit code to tell. */
function toRemoteEnd({ code, stderr }: ProgramEnd): ProgramEnd {
  return { code: code === 255 ? null : code, stderr };
}

async function check(): Promise<readonly KindCheck[]> {
  try {
    const { stderr } = await runToEnd({ run: runSsh }, ['-V']);
    return [{ name: 'ssh', isFine: true, detail: stderr.trim() }];
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ name: 'ssh', isFine: false, detail, hint: INSTALL_HINT }];
  }
}
