import assert from 'node:assert/strict';
import type { Trial } from './trial.ts';

/** What a command is given, and the terminal it is given in. */
export const input = {
  'stdin: write, submit, close': async (trial: Trial) => {
    const id = await trial.start('cat; echo end', '--stdin');
    await trial.running(id);
    await trial.cli.ok('write', id, 'no newline, ');
    await trial.cli.ok('submit', id, 'ü and one');
    await trial.printed(id, 'ü and one');
    await trial.cli.ok('close', id);
    assert.equal((await trial.ended(id)).exit_code, 0);
    assert.equal(String(await trial.output(id)), 'no newline, ü and one\nend\n');
  },

  'PTY: a terminal of a full screen, with keys that are signals': async (trial: Trial) => {
    const script = 'test -t 0 && test -t 1 && test -t 2 && stty size; trap "echo interrupted; exit 9" INT';
    const id = await trial.start(`${script}; echo ready; while :; do sleep 0.1; done`, '--pty');
    await trial.printed(id, 'ready');
    await trial.client.write(id, Buffer.from('\x03'));
    assert.equal((await trial.ended(id)).exit_code, 9);
    assert.match(String(await trial.output(id)), /^30 120\r\nready\r\n(\^C)?interrupted\r\n$/);
  },

  'resize: the terminal has the new size, and the command is told': async (trial: Trial) => {
    const script = 'trap "stty size" WINCH; stty size; echo ready; while :; do sleep 0.1; done';
    const id = await trial.start(script, '--pty');
    await trial.printed(id, 'ready');
    await trial.client.resize(id, { cols: 77, rows: 33 });
    await trial.printed(id, '33 77');
    await trial.cli.ok('kill', id);
  },
};
