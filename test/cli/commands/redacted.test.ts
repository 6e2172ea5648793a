import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { madeUp } from '../../redact/secrets.ts';
import { CliHome } from '../cli-home.ts';

const home = new CliHome(after);
const value = madeUp(36, 901);
const command = `echo 'token gh${'p_'}${value} \u202eend'`;

test('issue 11.12: the command line shows no secrets, and raw when asked', async () => {
  const id = await home.start('--', command);
  await home.ok('wait', id);
  const ways = {
    ls: ['ls'],
    poll: ['poll', id],
    log: ['log', id],
    'log -f': ['log', '-f', id],
    'ls --json': ['--json', 'ls'],
    'poll --json': ['--json', 'poll', id],
    'log --json': ['--json', 'log', id],
    'wait --json': ['--json', 'wait', id],
    'run --json': ['--json', 'run', '--', command],
    'run --wait': ['run', '--wait', '--', command],
    'run --wait --json': ['--json', 'run', '--wait', '--', command],
  };
  for (const [name, way] of Object.entries(ways)) {
    const shown = await home.ok(...way);
    assert(!shown.includes(value), `${name}: ${shown}`);
    assert(shown.includes('[REDACTED:github-pat]'), `${name}: ${shown}`);
    if (name !== 'run --wait') assert(!shown.includes('\u202e'), `${name}: issue 11.23`);
    // Its bytes are raw, and base64 in JSON.
    if (name === 'log -f' || name === 'log --json') continue;
    const [verb = ''] = way.filter((word) => !word.startsWith('-'));
    const raw = way.toSpliced(way.indexOf(verb) + 1, 0, '--raw');
    assert((await home.ok(...raw)).includes(value), `${name} --raw`);
  }
});
