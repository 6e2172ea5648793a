import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Home, HomeOptions } from '../../src/home/open.ts';
import type { DelegationRequest, WireDelegation, WireDispatched } from '../../src/wire/delegation.ts';
import type { DelegationEvent } from '../../src/wire/events.ts';
import { type Listener, NotifyHome, SESSION, until } from '../notify/notify-home.ts';

/** Shell: `report STATUS TEXT` leaves a result; `stay` waits to be ended. */
const PRELUDE = `
keep=$RINGBACK_HOME/processes/$RINGBACK_PROCESS_ID
report() {
  printf '{"version":1,"status":"%s","result":"%s"}' "$1" "$2" >"$keep/new" && mv "$keep/new" "$keep/result"
}
stay() { while :; do sleep 0.02; done; }
`;

export const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** A program as the delegate whose goal is the shell script that it runs. */
export function scripted(home: () => Home) {
  return (_: string, name: string) => ['/bin/sh', '-c', PRELUDE + home().delegations.assignment(name).goal];
}

/** A home whose delegates do what their goals say, as shell scripts. */
export class DelegateHome extends NotifyHome {
  override open(options: Partial<HomeOptions> = {}): Promise<Home> {
    const delegates = { command: scripted(() => this.host), ...options.delegates };
    return super.open({ ...options, delegates });
  }

  send(request: Partial<DelegationRequest>): Promise<WireDispatched> {
    const variables = { ...env, HOME_FOLDER: this.folder };
    return this.host.delegations.dispatch({
      session_key: SESSION,
      workdir: '/tmp',
      env: variables,
      ...request,
    });
  }

  /** How it stands once all of its tasks have ended. */
  async ended({ delegation_id: id }: Pick<WireDispatched, 'delegation_id'>): Promise<WireDelegation> {
    await until(() => this.host.delegations.get(id).state === 'ended', `the end of ${id}`);
    return this.host.delegations.get(id);
  }

  /** Shell scripts of delegates make files with `: >$HOME_FOLDER/NAME`. */
  async made(name: string): Promise<void> {
    await until(() => existsSync(join(this.folder, name)), name);
  }
}

/** The delegations that a session was told of. */
export function toldOf(listener: Listener): DelegationEvent[] {
  return listener.received.flatMap(({ type, event }) =>
    type === 'async_delegation' ? [event as DelegationEvent] : [],
  );
}
