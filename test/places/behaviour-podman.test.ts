import { Podman, whyNoPodman } from '../testbed/servers/podman.ts';
import { describeBehaviour } from './behaviour.ts';
import { containerSite } from './container-site.ts';

describeBehaviour(
  'podman',
  async (undo) => {
    const server = await Podman.start();
    undo(() => server.stop());
    return containerSite('podman', server);
  },
  { skip: whyNoPodman() },
);
