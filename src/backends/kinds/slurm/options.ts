import * as z from 'zod/mini';

/** What Ringback says to these programs itself, or what would take the job out of its hands. */
const ours = {
  sbatch: [
    ...[
      'array',
      'chdir',
      'clusters',
      'error',
      'export',
      'export-file',
      'help',
      'input',
      'job-name',
      'no-requeue',
    ],
    ...['output', 'parsable', 'requeue', 'test-only', 'usage', 'version', 'wait', 'wrap'],
  ],
  srun: [
    ...[
      'chdir',
      'clusters',
      'error',
      'export',
      'help',
      'input',
      'job-name',
      'jobid',
      'label',
      'multi-prog',
      'nodelist',
    ],
    ...[
      'nodes',
      'ntasks',
      'output',
      'overlap',
      'pty',
      'quiet',
      'test-only',
      'unbuffered',
      'usage',
      'version',
    ],
  ],
};

/** Extra options for `program`, each in one word: one that took the next word as its value could take one of ours. */
export function optionsSchema(program: keyof typeof ours) {
  const option = z.string().check(
    z.refine(
      (text) => /^--[a-z][a-z0-9-]*(=[^\0]*)?$/.test(text),
      `must be an option of ${program} in its long form, with its value after "=", such as "--time=1:00:00"`,
    ),
    z.refine(
      (text) => !isOurs(program, text),
      `cannot be given: Ringback sets this option of ${program} itself`,
    ),
  );
  return z._default(z.array(option), []);
}

/** Long options can be shortened as far as they stay unambiguous. */
function isOurs(program: keyof typeof ours, text: string): boolean {
  const [name = ''] = text.slice(2).split('=');
  return ours[program].some((one) => one.startsWith(name));
}
