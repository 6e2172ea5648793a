import assert from 'node:assert/strict';
import { createTools } from '../../../src/tools.ts';
import type { NeedsInputEvent, QuietEvent, StillRunningEvent } from '../../../src/wire/events.ts';
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

  'waits for input: told once per question, and whether typing is hidden': async (trial: Trial) => {
    const session = 'prompts';
    // Not `read`: some shells poll for it, and that is less than certain.
    const read = (name: string) => `${name}=$(head -n 1)`;
    const script = `printf "name? "; ${read('name')}; stty -echo; printf "secret: "; ${read('secret')}; stty echo`;
    const options = ['--notify', '--session', session];
    const id = await trial.start(`${script}; echo "<$name|$secret>"`, '--pty', ...options);
    assert.deepEqual(await asked(trial, session), [id, 'name?', false, 'certain', 'read']);
    await trial.cli.ok('submit', id, 'Ada');
    assert.deepEqual(await asked(trial, session), [id, 'secret:', true, 'certain', 'read']);
    await trial.cli.ok('submit', id, '42');
    await trial.printed(id, '<Ada|42>');
    const [end] = await trial.told(session);
    assert.deepEqual([end?.session_id, end?.type], [id, 'completion']);

    const piped = await trial.start(`printf "in a pipe? "; ${read('x')}; exit 3`, '--stdin', ...options);
    assert.deepEqual(await asked(trial, session), [piped, 'in a pipe?', false, 'certain', 'read']);
    await trial.cli.ok('submit', piped, 'yes');
    assert.equal((await trial.ended(piped)).exit_code, 3);
    assert.equal((await trial.told(session))[0]?.type, 'completion');
  },

  'silence: told with the last lines and what was used meanwhile': async (trial: Trial) => {
    const session = 'silences';
    const id = await trial.start('echo begun; exec sleep 600', '--quiet-after', '1', '--session', session);
    const [told, ...more] = await trial.told(session);
    const { output, silent_seconds, cpu_seconds } = (told?.event ?? {}) as Partial<QuietEvent>;
    assert.deepEqual([told?.type, told?.session_id, output, more], ['quiet', id, 'begun', []]);
    assert.ok(Number(silent_seconds) >= 1 && Number(cpu_seconds) < 1, JSON.stringify(told));
    await trial.cli.ok('kill', id);
  },

  'deadline: told that it still runs, with its last line': async (trial: Trial) => {
    const session = 'deadlines';
    const id = await trial.start('echo 3/10; exec sleep 600', '--deadline', '2', '--session', session);
    const [told, ...more] = await trial.told(session);
    const { output, deadline } = (told?.event ?? {}) as Partial<StillRunningEvent>;
    assert.deepEqual(
      [told?.type, told?.session_id, deadline, output, more],
      ['still_running', id, 2, '3/10', []],
    );
    await trial.cli.ok('kill', id);
  },

  'readiness: told once, when its probe holds there': async (trial: Trial) => {
    const session = 'readiness';
    const { file } = trial.newMark();
    const probe = ['--ready', `!test -e ${file}`, '--session', session];
    const id = await trial.start('exec sleep 600', ...probe);
    const next = await trial.start('echo "<$HELD>"', '--after', id, '--env', 'HELD=its own');
    assert.equal((await trial.running(id)).ready_at, undefined);
    await trial.site.inside(`touch ${file}`);
    const [told, ...more] = await trial.told(session);
    assert.deepEqual([told?.type, told?.session_id, more], ['ready', id, []]);
    assert.ok((await trial.client.get(id)).ready_at);
    assert.equal((await trial.ended(next)).exit_code, 0, 'what waited for it begins, though it runs on');
    assert.equal(String(await trial.output(next)), '<its own>\n');
    await trial.cli.ok('kill', id);
  },

  'one after the other: begins once the first ended well, with its own variables, or never': async (
    trial: Trial,
  ) => {
    const first = await trial.start('read -r code; exit "$code"', '--stdin');
    const next = await trial.start('echo "<$HELD>"', '--after', first, '--env', 'HELD=kept there');
    const { status, waiting_for } = await trial.client.get(next);
    assert.deepEqual([status, waiting_for], ['queued', [first]]);
    await trial.running(first);
    await trial.cli.ok('submit', first, '0');
    assert.equal((await trial.ended(next)).exit_code, 0);
    assert.equal(String(await trial.output(next)), '<kept there>\n');

    const failing = await trial.start('exit 3');
    const never = await trial.start('echo ran', '--after', failing);
    const { exit_code, completion_reason, note } = await trial.ended(never);
    assert.deepEqual([exit_code, completion_reason], [null, 'skipped']);
    assert.equal(note, `It never began: ${failing} ended with exit code 3.`);
    assert.equal(String(await trial.output(never)), '');
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

/** The one question that a session is told of next. */
async function asked(trial: Trial, session: string) {
  const [told, ...more] = await trial.told(session);
  assert.deepEqual([told?.type, more], ['needs_input', []], JSON.stringify(told));
  const { session_id, prompt = '', hidden, evidence, by } = (told?.event ?? {}) as Partial<NeedsInputEvent>;
  return [session_id, prompt.trim(), hidden, evidence, by];
}
