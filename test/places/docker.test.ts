import { docker } from '../../src/environments/kinds/docker.ts';
import { Dockerd, whyNoDockerd } from '../testbed/servers/dockerd.ts';
import { testContainers } from './container-suite.ts';

testContainers({
  kind: docker,
  start: () => Dockerd.start(),
  skip: whyNoDockerd(),
  endsInputWhenItCrashes: false,
});
