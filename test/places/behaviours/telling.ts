import assert from 'node:assert/strict';
import { createTools } from '../../../src/tools.ts';
import type { Trial } from './trial.ts';

/** What is told of a command, and to agents. */
export const telling = {
  'watch: one notification, with the line': async (trial: Trial) => {
    const session = 'watches';
    const script = 'echo nothing; read -r go; echo "server READY now"; read -r go';
    const id = await trial.start(script, '--stdin', '--watch', 'READY', '--session', session);
    await trial.printed(id, 'nothing');
    await trial.cli.ok('submit', id, 'go');
    const told = await trial.told(session);
    assert.deepEqual(
      told.map(({ session_id, type }) => [session_id, type]),
      [[id, 'watch_match']],
    );
    assert.match(told[0]?.text ?? '', /server READY now/);
    // A good end after a match is not told; a kill would be.
    await trial.cli.ok('submit', id, 'go');
    assert.equal((await trial.ended(id)).exit_code, 0);
    assert.deepEqual(await trial.cli.json('inbox', '--session', session), []);
  },

  'notification: one when it ends, with how and its last lines': async (trial: Trial) => {
    const session = 'completions';
    const id = await trial.start('echo last words; exit 3', '--notify', '--session', session);
    const told = await trial.told(session);
    assert.deepEqual(
      told.map(({ session_id, type }) => [session_id, type]),
      [[id, 'completion']],
    );
    assert.match(told[0]?.text ?? '', /exit code 3.*last words/s);
    assert.deepEqual(await trial.cli.json('inbox', '--session', session), []);
  },

  'tools: an agent runs a command there, and is told of one in the background': async (trial: Trial) => {
    const session = 'agent';
    const [terminal] = createTools(trial, { session, wakes: true });
    const environment = trial.site.entry ? { environment: 'there' } : {};
    const answer = await terminal?.execute({ command: 'echo in front; exit 4', ...environment });
    assert.deepEqual([answer?.output, answer?.exit_code], ['in front\n', 4]);
    const later = { command: 'echo later; exit 5', background: true, notify_on_complete: true };
    await terminal?.execute({ ...later, ...environment });
    const [told] = await trial.told(session);
    assert.match(told?.text ?? '', /exit code 5.*later/s);
  },
};
