import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { describeBehaviour } from './behaviour.ts';
import { sshSite } from './ssh-site.ts';

describeBehaviour('ssh', async (undo) => sshSite(await startSshd({ after: undo })), { skip: sshdIsMissing });
