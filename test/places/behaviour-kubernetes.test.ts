import { library } from '../../src/backends/kinds/kubernetes/library.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { describeBehaviour } from './behaviour.ts';
import { kubernetesSite } from './service-site.ts';

describeBehaviour('kubernetes', async (undo) => kubernetesSite(await installTool(library.spec), undo), {
  standIn: true,
  skip: await whatIsMissing(library.spec),
});
