import { docker } from '../../src/backends/kinds/docker/docker.ts';
import { Dockerd, whyNoDockerd } from '../testbed/servers/dockerd.ts';
import { testContainers } from './container-suite.ts';

testContainers({
  kind: docker,
  start: () => Dockerd.start(),
  skip: whyNoDockerd(),
  endsInputWhenItCrashes: false,
});
