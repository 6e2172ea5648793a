import { Dockerd, whyNoDockerd } from '../testbed/servers/dockerd.ts';
import { describeBehaviour } from './behaviour.ts';
import { containerSite } from './container-site.ts';

describeBehaviour(
  'docker',
  async (undo) => {
    const server = await Dockerd.start();
    undo(() => server.stop());
    return containerSite('docker', server);
  },
  { skip: whyNoDockerd() },
);
