import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Apptainer, whyNoApptainer } from '../testbed/servers/apptainer.ts';
import { describeBehaviour } from './behaviour.ts';

const run = promisify(execFile);

describeBehaviour(
  'apptainer',
  async (undo) => {
    const apptainer = await Apptainer.start(undo);
    let init = '';
    async function inside(script: string): Promise<string> {
      if (init === '') {
        const listed = JSON.parse(await apptainer.client('instance', 'list', '--json')) as {
          instances: { pid: number }[];
        };
        const [instance] = listed.instances;
        if (!instance) return '';
        init = String(instance.pid);
      }
      const enter = [
        '--target',
        init,
        '--user',
        '--preserve-credentials',
        '--mount',
        '--pid',
        '--root',
        '--wd',
      ];
      return (
        await run('nsenter', [...enter, '--', '/bin/sh', '-c', script], { env: { PATH: '/usr/bin:/bin' } })
      ).stdout;
    }
    return {
      entry: {
        type: 'apptainer',
        program: apptainer.program,
        image: apptainer.sandbox,
        options: apptainer.options,
        variables: { CONFIGURED: 'as configured' },
      },
      home: '/root',
      folder: '/root/.local/state/ringback-remote',
      inside,
    };
  },
  {
    skip: await whyNoApptainer(),
    except: {
      'restart of the environment: it goes on, with all output once and its exit code':
        'there is no server: an instance is a process',
    },
  },
);
