import assert from 'node:assert/strict';
import type { Trial } from './trial.ts';

/** What a command finds around it. */
export const surroundings = {
  'workdir: the given one; one that is missing is an error that names it': async (trial: Trial) => {
    assert.equal((await trial.run('pwd', '--cwd', '/tmp')).output, '/tmp\n');
    const args = ['run', ...trial.on, '--wait', '--cwd', '/tmp/no such folder', '--', 'pwd'];
    const { code, stdout, stderr } = await trial.cli.run(args);
    assert.notEqual(code, 0);
    assert.equal(stdout, '');
    assert.match(stderr, /\/tmp\/no such folder/);
  },

  'workdir: the home there by default, and ~ is that home': async (trial: Trial) => {
    const { home } = trial.site;
    assert.equal((await trial.run('pwd')).output, `${home}\n`);
    await trial.site.inside(`mkdir -p '${home}/a folder'`);
    assert.equal((await trial.run('pwd', '--cwd', '~/a folder')).output, `${home}/a folder\n`);
    assert.equal((await trial.run('pwd', '--cwd', 'a folder')).output, `${home}/a folder\n`);
  },

  'variables: those that are given, as they are': async (trial: Trial) => {
    const odd = 'it\'s "$HOME" and\nmore = ü';
    const { output } = await trial.run('printf %s "$ODD"', '--env', `ODD=${odd}`);
    assert.equal(output, odd);
  },

  'variables: those of its configuration, and none of ours': async (trial: Trial) => {
    const args = ['run', ...trial.on, '--wait', '--', 'echo "$CONFIGURED"; env'];
    const { stdout } = await trial.cli.run(args, { env: { RINGBACK_TEST_SECRET: 'secret' } });
    assert.match(stdout, /^as configured\n/);
    assert.doesNotMatch(stdout, /RINGBACK_TEST_SECRET|RINGBACK_HOME/);
  },
};
