import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../../src/base/remove-folder.ts';
import { ownFolder } from './own-folder.ts';
import { says } from './result.ts';
import { checkRows, type Row, row } from './rows.ts';
import type { Scene } from './scene.ts';

const folder = ownFolder();

/** An agent of a person with start-up files of their own. */
async function withLogin(scene: Scene, name: string, rc: string) {
  const HOME = join(folder, name);
  mkdirSync(HOME);
  const write = (text: string) => writeFileSync(join(HOME, '.bashrc'), text);
  write(rc);
  writeFileSync(join(HOME, '.bash_profile'), '. ~/.bashrc\n');
  const agent = scene.newAgent(await scene.connect({ env: { HOME, SHELL: '/bin/bash' } }));
  return { agent, HOME, write };
}

const rows: readonly Row[] = [
  row(
    'Foreground commands have an empty stdin too',
    (agent) => agent.terminal({ command: 'cat; read x; echo "<$x>"' }),
    ({ output }) => assert.equal(output, '<>\n'),
  ),
  row(
    'commands run with `$SHELL -c` (bash where that is no POSIX shell)',
    async (_, scene) => {
      const client = await scene.connect({ env: { SHELL: '/usr/bin/python3' } });
      return scene.newAgent(client).terminal({ command: 'readlink /proc/$$/exe; [[ a == a ]] && echo bash' });
    },
    ({ output }) => says(output, 'bash'),
  ),
  row(
    'in what a login shell would give: environment, functions, aliases and options',
    async (_, scene) => {
      const rc =
        'export TOOL=nvm\nalias greet="echo hello"\nshout() { echo "LOUD $1"; }\nshopt -s globstar\n';
      const { agent } = await withLogin(scene, 'login', rc);
      return agent.terminal({ command: 'echo $TOOL\ngreet\nshout now\nshopt -q globstar && echo set' });
    },
    ({ output }) => assert.equal(output, 'nvm\nhello\nLOUD now\nset\n'),
  ),
  row(
    'are captured once and kept, and captured again when the start-up files change',
    async (_, scene) => {
      const count = join(folder, 'count');
      const rc = `echo x >> ${count}\nexport STAGE=`;
      const { agent, write } = await withLogin(scene, 'again', `${rc}one\n`);
      const read = () => agent.terminal({ command: `echo $STAGE $(wc -l < ${count})` });
      const first = [(await read()).output, (await read()).output, (await read()).output];
      write(`${rc}another\n`);
      return { first, changed: (await read()).output };
    },
    ({ first, changed }) => {
      assert.equal(new Set(first).size, 1, `sourced again: ${first}`);
      says(first[0], 'one');
      says(changed, 'another');
    },
  ),
  row(
    'Then: the agent’s own secrets removed, `PYTHONUNBUFFERED=1`, no pager, `RINGBACK_PROCESS_ID` set',
    async (_, scene) => {
      const env = {
        ANTHROPIC_API_KEY: 'sk-ant-x',
        OPENAI_API_KEY: 'sk-y',
        CODEX_TOKEN: 'z',
        GITHUB_TOKEN: 'mine',
      };
      const agent = scene.newAgent(await scene.connect({ env }));
      const started = await agent.start('env', {});
      const { output } = await agent.process('wait', { session_id: started.session_id });
      return { started, output };
    },
    ({ started, output }) => {
      for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'CODEX_TOKEN'])
        assert.ok(!output.includes(name), name);
      says(
        output,
        'GITHUB_TOKEN=',
        'PYTHONUNBUFFERED=1',
        'PAGER=cat',
        `RINGBACK_PROCESS_ID=${started.session_id}`,
      );
    },
  ),
  row(
    'A session’s current folder and exports follow its completed foreground commands (`cd` lasts)',
    async (agent) => {
      const moved = await agent.terminal({ command: `cd ${folder}; export A=1; B=2; exit 3` });
      return { moved, next: await agent.terminal({ command: 'echo "$PWD $A <$B>"' }) };
    },
    ({ moved, next }) => {
      assert.deepEqual([moved.cwd, moved.exit_code], [folder, 3]);
      assert.equal(next.output, `${folder} 1 <>\n`);
    },
  ),
  row(
    'not a background command’s, nor one that went on',
    async (agent, scene) => {
      const started = await agent.start(`cd ${folder}; export A=1`);
      await scene.ended(started.session_id);
      const late = await agent.terminal({
        command: `cd ${folder}; export A=1; read x`,
        stdin: true,
        timeout: 1,
      });
      await scene.person.submit(late.session_id, '');
      await scene.ended(late.session_id);
      return agent.terminal({ command: 'echo "$PWD <$A>"' });
    },
    ({ output }) => assert.equal(output, '/ <>\n'),
  ),
  row(
    '`workdir` does not change them',
    async (agent) => {
      await agent.terminal({ command: 'cd /tmp', workdir: folder });
      return agent.terminal({ command: 'pwd' });
    },
    ({ output }) => assert.equal(output, '/\n'),
  ),
  row(
    'one session never affects another’s',
    async (agent, scene) => {
      await agent.terminal({ command: `cd ${folder}; export A=1` });
      return scene.newAgent().terminal({ command: 'echo "$PWD <$A>"' });
    },
    ({ output }) => assert.equal(output, '/ <>\n'),
  ),
  row(
    'A session folder that vanished falls back to its nearest existing parent, and says so',
    async (agent) => {
      const deep = join(folder, 'a/b/c');
      mkdirSync(deep, { recursive: true });
      await agent.terminal({ command: `cd ${deep}` });
      removeFolder(join(folder, 'a/b'));
      return { deep, result: await agent.terminal({ command: 'pwd' }) };
    },
    ({ deep, result }) => {
      assert.equal(result.output, `${join(folder, 'a')}\n`);
      says(result.note, deep, 'no longer exists');
    },
  ),
  row(
    'On the command line, `ringback run` uses the caller’s own environment and folder; one argument is a shell string, several are quoted',
    async (_, scene) => {
      const run = async (...args: string[]) => {
        const { stdout } = await scene.home.run(['run', '--wait', ...args], {
          cwd: folder,
          env: { OWN: 'mine' },
        });
        return stdout;
      };
      return [await run('echo $OWN $PWD'), await run('echo', '$OWN', 'a  b')];
    },
    ([string, several]) => {
      says(string, `mine ${folder}`);
      says(several, '$OWN a  b');
    },
  ),
];

checkRows('Shell and environment', rows);
