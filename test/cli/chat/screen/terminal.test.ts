/** The chat in a real terminal: tmux shows what a person would see. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Turn } from '../../../testbed/model/script.ts';
import { Model as StandIn } from '../../../testbed/model.ts';
import { notInstalled } from '../../../testbed/not-installed.ts';
import { CliHome, until } from '../../cli-home.ts';
import { Tmux } from '../../tmux.ts';

const ANSWER = `Two tests fail in \`parse.ts\`:

1. **empty input** gives \`undefined\`
2. wide characters (世界) are cut in half

Shall I fix them?`;

describe('ringback chat in a terminal', { skip: notInstalled('tmux') }, () => {
  let standIn: StandIn;
  before(async () => {
    standIn = await StandIn.start();
    standIn.models.push('tiny');
  });
  after(() => standIn.stop());

  /** A terminal where `./build` fails as soon as `finish` was called. */
  const open = (t: TestContext) => {
    const home = new CliHome((clean) => t.after(clean), {
      agentModel: 'mine',
      agentProviders: { mine: { baseUrl: `${standIn.url}/v1` } },
    });
    const cwd = join(home.folder, 'project');
    const gate = join(home.folder, 'gate');
    mkdirSync(cwd);
    const build = `#!/bin/sh\nuntil [ -e ${gate} ]; do sleep 0.05; done; echo 2 failed; exit 2\n`;
    writeFileSync(join(cwd, 'build'), build, { mode: 0o755 });
    const tmux = new Tmux(t, home, { cols: 80, rows: 24, cwd });
    const command = { command: './build --test', background: true, notify_on_complete: true };
    const later: Turn = ({ said }) => {
      const last = said.at(-1)?.text ?? '';
      if (last.includes('are you there')) return 'I am.';
      return last.startsWith('[IMPORTANT') ? ANSWER : 'Started. I go on when it ends.';
    };
    standIn.script('build', [[{ tool: 'terminal', input: command }], ...new Array<Turn>(9).fill(later)]);
    standIn.script('everything', [
      [{ tool: 'terminal', input: { command: './build --all' } }],
      ...new Array<Turn>(9).fill(later),
    ]);
    const begin = async () => {
      // What is typed before its prompt the shell shows twice.
      await tmux.shows(/^shell>$/m);
      tmux.ringback('chat');
      await tmux.shows(/^>$/m);
      tmux.type('build it and tell me when it is green', 'Enter');
      await tmux.shows(/^Started\. I go on when it ends\.\n─/m);
      await tmux.shows(/^⏵ terminal {2}\.\/build --test +[0-9a-f]{4} {2}running \d+s$/m);
      await tmux.shows(/^1 running · mine\/tiny · \/help$/m);
    };
    return { home, tmux, begin, finish: () => writeFileSync(gate, '') };
  };

  test('asks, starts, sleeps, is rung, and answers, as the guide shows it', async (t) => {
    const { home, tmux, begin, finish } = open(t);
    await begin();
    finish();
    await tmux.shows(/Shall I fix them\?\n─/);
    await tmux.shows(/exit 2\n.*\nmine\/tiny · \/help$/s);
    const [process] = await home.list();
    const id = process?.session_id.slice(5, 9) ?? '';
    // Its id, and how long it took, are others every time.
    const normal = (text: string) =>
      text
        .replaceAll(id, '3f9a')
        .replace(/\d+s\b/g, '1s')
        .replace(/ +/g, ' ')
        .replace(/─+/g, '─');
    const guide = readFileSync(join(import.meta.dirname, '../../../../docs/chat.md'), 'utf8');
    const [, shown = ''] = /```text\n(you .*?)\n```/s.exec(guide) ?? [];
    const screen = tmux.screen().replace(/^shell> .*\n/, '');
    assert.equal(normal(screen), normal(shown), screen);

    tmux.resize(40, 24);
    // Until it is drawn anew, its wide lines are wrapped by the terminal.
    await tmux.shows(/^Shall I fix them\?\n─{40}\n>\n─{40}\nmine/m);
    assert.equal(normal(tmux.screen().replace(/^.*?(?=⏵)/s, '')), normal(NARROW), tmux.screen());

    const { conversations } = home.client();
    const [only] = (await conversations.list()).conversations;
    await conversations.send(only?.conversation_id ?? '', 'are you there, from elsewhere');
    await tmux.shows(/^you {2}are you there, from elsewhere\nI am\.\n─/m);
  });

  test('agent and daemon are killed: nothing typed is lost, and leaving says what runs on', async (t) => {
    const { home, tmux, begin, finish } = open(t);
    await begin();
    tmux.type('are you ');
    const { processes } = await home.client().list({ system: true });
    const agent = processes.find(({ system }) => system === 'agent')?.pid;
    process.kill(agent ?? 0, 'SIGKILL');
    await home.killDaemon();
    tmux.type('there?', 'Enter');
    await tmux.shows(/^you {2}are you there\?\nI am\.\n─/m);
    tmux.type('now everything', 'Enter');
    await tmux.shows(/^working \d+s, Esc stops · 2 running/m);
    tmux.type('Escape');
    await tmux.shows(/^Stopped\. What it has started runs on\.\n─/m);
    await tmux.shows(/^2 running · mine\/tiny · \/help$/m);
    tmux.type('C-d');
    await tmux.shows(/^2 processes run on; ringback chat --continue hears of it\.\nshell>$/m);
    finish();
    await until(async () => (await home.list()).every(({ status }) => status === 'exited'), 'the end');
    tmux.ringback('chat', '--continue');
    await tmux.shows(/^◆ [0-9a-f]{4} failed, exit 2, \w+ +\/log [0-9a-f]{4}\nTwo tests fail/m);
    tmux.type('/lgo', 'Enter');
    await tmux.shows(/There is no command \/lgo; did you mean \/log\?/);
    tmux.type('C-c');
    await tmux.shows(/Ctrl-C again, or Ctrl-D, leaves\./);
    tmux.type('C-c');
    await tmux.shows(/\nshell>$/);
  });
});

const NARROW = `⏵ terminal  ./build --test  3f9a  exit 2
Started. I go on when it ends.

◆ 3f9a failed, exit 2, 1s      /log 3f9a
Two tests fail in \`parse.ts\`:

1. empty input gives \`undefined\`
2. wide characters (世界) are cut in
   half

Shall I fix them?
────────────────────────────────────────
>
────────────────────────────────────────
mine/tiny · /help`;
