/** A container as the behaviour suite sees it, of Docker or Podman. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { IMAGE } from '../testbed/servers/container-engine.ts';
import type { Dockerd } from '../testbed/servers/dockerd.ts';
import type { Podman } from '../testbed/servers/podman.ts';
import type { Site } from './behaviours/trial.ts';

const run = promisify(execFile);

export function containerSite(type: 'docker' | 'podman', server: Dockerd | Podman): Site {
  let init = '';
  /** Through its namespaces: also while its engine is down, and before there is one. */
  async function inside(script: string): Promise<string> {
    if (init === '') {
      const id = await server.cli('ps', '--quiet', '--filter', 'label=ringback.environment=there');
      if (id === '') return '';
      init = await server.cli('inspect', '--format', '{{.State.Pid}}', id);
    }
    const enter = ['--target', init, '--mount', '--pid', '--root', '--wd', '--', '/bin/sh', '-c', script];
    return (await run('nsenter', enter, { env: { PATH: `${process.env.PATH}:/bin` } })).stdout;
  }
  return {
    entry: {
      type,
      socket: server.socket,
      image: IMAGE,
      network: 'none',
      variables: { CONFIGURED: 'as configured' },
    },
    home: '/root',
    folder: '/root/.local/state/ringback-remote',
    inside,
    outage: { down: () => server.kill(), up: () => server.startAgain() },
  };
}
