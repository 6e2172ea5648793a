import { library } from '../../src/backends/kinds/daytona/library.ts';
import { installTool, whatIsMissing } from '../testbed/install.ts';
import { describeBehaviour } from './behaviour.ts';
import { daytonaSite } from './service-site.ts';

describeBehaviour('daytona', async (undo) => daytonaSite(await installTool(library.spec), undo), {
  standIn: true,
  skip: await whatIsMissing(library.spec),
});
