/** A command behind the wrapper does what it would do without: in every shell, traps and all. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Desk, shells } from './shell-desk.ts';

/** Same output, same errors but for what the shell calls the place, same end. */
const alike: Readonly<Record<string, string>> = {
  'several lines': 'echo one\necho two\n\nfalse || echo three',
  'a heredoc': 'cat <<EOF\nhi $HOME "\nEOF',
  'a heredoc whose end is the last line': "cat <<'E'\n$x\nE",
  'a comment at the end': 'echo a # comment',
  'nothing but a comment': '# comment',
  'positional parameters': 'echo "[$#] [$*] [$0] [$1]"',
  'a backslash at the end': 'echo a\\',
  'quotes of every kind': `printf '%s|' "it's" 'a "b"' \\$x '\\n'`,
  'a status': 'exit 7',
  'the last status': '(exit 9)',
  'set -e': 'set -e; echo before; false; echo after',
  'set -u': 'set -u; set -- a b; echo $2',
  'a subshell that ends': '(exit 3); echo $?; x=$(exit 4); echo $?',
  'its own trap': 'trap "echo bye; echo bye >&2" EXIT; echo hi; (exit 5)',
  'its own trap and exit': 'trap "echo bye \\$?" EXIT; exit 6',
  exec: 'exec sh -c "echo replaced; exit 8"',
  'closed outputs': 'exec >&- 2>&-; exit 4',
  'a umask': 'umask 777; exit 2',
  'no clobber': 'set -C; echo x >/dev/null',
  'a background job': 'sleep 0 & wait; echo waited',
  'killed for good': 'kill -KILL $$',
  'bytes that are no text': "printf '\\377\\000\\001a\\n'",
  'a large output': 'i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done',
};

for (const { name, path } of shells) {
  describe(name, { skip: path === '' && `no ${name}` }, () => {
    for (const follows of [true, false]) {
      test(`runs a command as it is, ${follows ? 'followed' : 'not followed'}`, async (context) => {
        const desk = new Desk(context, path);
        for (const [what, command] of Object.entries(alike)) {
          const [ran, plain] = [await desk.run(command, { follows }), await desk.runPlain(command)];
          assert.deepEqual([ran.out, ran.err, ran.end], [plain.out, plain.err, plain.end], what);
        }
      });
    }

    test('ends with the code that a shell shows for a signal', async (context) => {
      const desk = new Desk(context, path);
      for (const command of ['kill -TERM $$', 'sh -c "kill -TERM \\$\\$"']) {
        const { end } = await desk.run(command);
        assert.ok(end === 'SIGTERM' || end === 143, `${command}: ${end}`);
      }
    });

    test('calls a syntax error one, in its line', async (context) => {
      const desk = new Desk(context, path);
      const [ran, plain] = [await desk.run('true\nif then'), await desk.runPlain('true\nif then')];
      assert.equal(ran.end, plain.end);
      assert.match(ran.err, /syntax error|parse error|Syntax error/);
      if (name !== 'mksh' && name !== 'busybox') assert.match(ran.err, /\b2\b/);
    });

    test('takes a command that begins with a dash for one', async (context) => {
      const { err, end } = await new Desk(context, path).run('-l');
      assert.equal(end, 127);
      assert.match(err, /-l/);
    });

    test('a traced command shows nothing of the wrapper', async (context) => {
      const { err } = await new Desk(context, path).run('set -x; cd /usr; exit 0');
      assert.match(err, /cd \/usr/);
      // Both ksh trace past a redirection; so does zsh in a trap, but then only what turns it off.
      if (!name.includes('ksh')) assert.doesNotMatch(err, /env|ringback|null/i);
    });

    test('cd, export and unset last, by whatever way the command ends', async (context) => {
      // While it has a trap for its end, ksh93 changes the status that a signal gave.
      const exit = name === 'ksh93' ? 'sh -c "exit 3"' : 'exit 3';
      const desk = new Desk(context, path);
      const sub = join(desk.work, 'a b');
      mkdirSync(sub);
      const { cwd, end } = await desk.run(`export KEPT="two\nlines" GONE=1 && cd "a b" && ${exit}`);
      assert.deepEqual([cwd, end], [sub, 3]);
      const next = await desk.run('pwd; echo "$KEPT $GONE"; unset GONE; local_one=1');
      assert.deepEqual([next.out, next.cwd], [`${sub}\ntwo\nlines 1\n`, undefined]);
      const last = await desk.run(
        `echo "\${GONE-unset} \${local_one-unset}"; cd - >/dev/null; trap : EXIT; true`,
      );
      assert.deepEqual([last.out, last.cwd], ['unset unset\n', desk.work]);
    });

    test('what a subshell does, and what a workdir is, changes nothing', async (context) => {
      const desk = new Desk(context, path);
      const ran = await desk.run('(cd /usr; export X=1; exit 3); cd /usr | cat; (cd /bin) & wait; :');
      assert.equal(ran.cwd, undefined);
      const elsewhere = await desk.run('pwd; cd /bin; export Y=1', { workdir: '/usr' });
      assert.deepEqual([elsewhere.out, elsewhere.cwd], ['/usr\n', undefined]);
      assert.equal((await desk.run('pwd; echo "$X$Y"')).out, `${desk.work}\n\n`);
    });

    test('leaves nothing behind, and writes nothing once it is forgotten', async (context) => {
      const desk = new Desk(context, path);
      const processId = desk.request().processId;
      await desk.run('true');
      const forgetting = desk.run('until [ -e go ]; do sleep 0.02; done; cd /usr', { processId });
      while (!readdirSync(desk.private).includes(`${processId}.end`)) await new Promise(setImmediate);
      desk.shells.forget(processId);
      mkdirSync(join(desk.work, 'go'));
      assert.equal((await forgetting).cwd, undefined);
      assert.deepEqual(
        readdirSync(desk.private).filter((file) => file.endsWith('.end')),
        [],
      );
    });
  });
}
