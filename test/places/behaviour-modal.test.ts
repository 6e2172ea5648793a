import { library } from '../../src/backends/kinds/modal/library.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { describeBehaviour } from './behaviour.ts';
import { modalSite } from './service-site.ts';

describeBehaviour('modal', async (undo) => modalSite(await installTool(library.spec), undo), {
  standIn: true,
  skip: await whatIsMissing(library.spec),
});
