import { podman } from '../../src/backends/kinds/podman/podman.ts';
import { Podman, whyNoPodman } from '../testbed/servers/podman.ts';
import { testContainers } from './container-suite.ts';

testContainers({
  kind: podman,
  start: () => Podman.start(),
  skip: whyNoPodman(),
  endsInputWhenItCrashes: true,
});
