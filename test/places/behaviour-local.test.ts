import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import { describeBehaviour } from './behaviour.ts';

const run = promisify(execFile);

describeBehaviour(
  'local',
  async () => ({
    home: homedir(),
    inside: async (script) => (await run('/bin/sh', ['-c', script])).stdout,
  }),
  {
    except: {
      'workdir: the home there by default, and ~ is that home': 'here it is the folder of the caller',
      'variables: those of its configuration, and none of ours': 'here they are those of the caller',
      'restart of the environment: it goes on, with all output once and its exit code':
        'it is this machine itself',
    },
  },
);
