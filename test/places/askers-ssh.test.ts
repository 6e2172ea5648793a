import { CliHome } from '../cli/cli-home.ts';
import { describeAskers } from '../notify/describe-askers.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { sshSite } from './ssh-site.ts';

const isRoot = process.getuid?.() === 0;

describeAskers(
  `over SSH, as ${isRoot ? 'root' : 'an ordinary user'}`,
  async (undo) => {
    const server = await startSshd({ after: undo });
    const { entry, home: folder } = sshSite(server);
    const home = new CliHome(undo, { environments: { there: entry } });
    return { home, environment: 'there', folder, sshPort: server.port };
  },
  { skip: sshdIsMissing, isRoot, mayLookAtOthers: isRoot },
);
