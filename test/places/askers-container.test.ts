/** The programs are this machine's, in a container without any of its other files or processes. */
import { existsSync, realpathSync } from 'node:fs';
import { CliHome } from '../cli/cli-home.ts';
import { describeAskers } from '../notify/describe-askers.ts';
import { Podman, whyNoPodman } from '../testbed/servers/podman.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { containerSite } from './container-site.ts';

const mounts = ['/usr', '/lib', '/lib64', '/etc/pam.d', '/etc/security']
  .filter((path) => existsSync(path))
  .map((path) => ({ source: realpathSync(path), target: path, readonly: true }));

for (const user of ['root', 'ada'])
  describeAskers(
    `in a container, as ${user}`,
    async (undo) => {
      const { port } = await startSshd({ after: undo });
      const server = await Podman.start();
      undo(() => server.stop());
      // With the network of this machine: servers that they ask are there.
      const { entry } = containerSite('podman', server);
      const there = { ...entry, mounts, network: 'host', user };
      const home = new CliHome(undo, { environments: { there } });
      return { home, environment: 'there', folder: user === 'root' ? '/root' : '/home/ada', sshPort: port };
    },
    {
      skip: whyNoPodman() || sshdIsMissing,
      path: '/usr/local/bin:/usr/sbin:/usr/bin:/bin',
      isRoot: user === 'root',
      // A container's root lacks the capability for it.
      mayLookAtOthers: false,
    },
  );
