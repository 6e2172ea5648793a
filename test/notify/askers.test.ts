import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { CliHome } from '../cli/cli-home.ts';
import { sshdIsMissing, startSshd } from '../testbed/servers/sshd.ts';
import { describeAskers } from './describe-askers.ts';

const isRoot = process.getuid?.() === 0;

describeAskers(
  `here, as ${isRoot ? 'root' : 'an ordinary user'}`,
  async (undo) => {
    const { port } = await startSshd({ after: undo });
    const folder = mkdtempSync(join(tmpdir(), 'rb-askers-'));
    undo(() => removeFolder(folder));
    return { home: new CliHome(undo), folder, sshPort: port };
  },
  { skip: sshdIsMissing, isRoot, mayLookAtOthers: isRoot },
);
