import { agentCommand } from '../base/programs.ts';

/** A program of our own that the daemon keeps: it is a client of the daemon, and answers on a socket in the home. */
export type Program = {
  /** As `ls --system` shows it. */
  readonly name: string;
  /** The name of its socket in the home. It is given that name once it answers: whoever can connect finds it ready. */
  readonly socket: string;
  /** The file in the home that one such program at a time locks: somebody may run one without the daemon. */
  readonly lock: string;
  /** Requests at and below this path of the daemon are answered by it. */
  readonly prefix: string;
  /** The program and its arguments. */
  command(home: string): readonly string[];
};

/** All that there are; a new one is a row here. */
export const programs: readonly Program[] = [
  {
    name: 'agent',
    socket: 'agent.sock',
    lock: 'agent/lock.db',
    prefix: '/v1/conversations',
    command: (home) => [...agentCommand(), '--home', home],
  },
];
