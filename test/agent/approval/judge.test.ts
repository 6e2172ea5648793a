import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { judge, patternsFor, type Rules } from '../../../src/agent/approval/judge.ts';
import { mayMove } from '../../../src/agent/approval/subjects.ts';

const none: Rules = { mode: 'rules', allow: [], deny: [], always: [], canAsk: true };

const decide = (tool: string, input: unknown, rules: Partial<Rules>, acts = true) =>
  judge({ tool, input, acts, folder: '/work' }, { ...none, ...rules }).kind;
const run = (command: string, rules: Partial<Rules>) => decide('terminal', { command }, rules);

/** Commands that the allow pattern `terminal(git status*)` must not let through, and one that must. */
const tricks: readonly string[] = [
  'git status && rm -rf x',
  'git status; rm -rf x',
  'git status|sh',
  'git status & rm x',
  'git status\nrm -rf x',
  'git status\rrm -rf x',
  'git status \u2028rm x',
  'git status $(rm x)',
  'git status `rm x`',
  'git status "$(rm x)"',
  'git status "`rm x`"',
  'git status $HOME',
  'git status > .bashrc',
  'git status < /etc/passwd',
  'git status <(rm x)',
  'git status {a,b}',
  'git status (rm x)',
  "git status '\\' '; rm x #'",
  'git status \\; rm',
  'git status "unclosed',
  "git status 'unclosed",
  'git status !x',
  'git\u00a0status',
  'git status\u200b',
  'git status \u202ex',
  'PAGER=evil git status',
  'sudo git status',
  'env git status',
  './git status',
  '"git" status',
  'git  status',
  'gıt status',
  'ｇit status',
  ' ',
  '',
];

test('an allow pattern lets one simple command through, and nothing that hides another', () => {
  const allow = ['terminal(git status*)'];
  for (const command of [
    'git status',
    'git status -s',
    ' git status ',
    'git status \'a;b\' "c d"',
    'git status ä*',
  ])
    assert.equal(run(command, { allow }), 'run', command);
  for (const command of tricks) assert.equal(run(command, { allow }), 'ask', JSON.stringify(command));
  for (const command of tricks.slice(0, 24))
    assert.equal(run(command, { allow: ['terminal(*)'] }), 'ask', JSON.stringify(command));
  assert.equal(run('LD_PRELOAD=x make', { allow: ['terminal(*make*)'] }), 'ask');
});

test('an allow pattern of a command says nothing about other places and other arguments that run something', () => {
  const allow = ['terminal(make*)'];
  const decideWith = (more: object) => decide('terminal', { command: 'make', ...more }, { allow });
  assert.equal(decideWith({ workdir: 'src/../lib' }), 'run');
  assert.equal(decideWith({ environment: 'local', ready: ':3000' }), 'run');
  assert.equal(decideWith({ workdir: '../evil' }), 'ask');
  assert.equal(decideWith({ workdir: '~/evil' }), 'ask');
  assert.equal(decideWith({ environment: 'production' }), 'ask');
  assert.equal(decideWith({ ready: '!rm -rf x' }), 'ask');
  assert.equal(
    decide(
      'terminal',
      { command: 'make', workdir: '/srv', environment: 'build' },
      { allow: ['terminal(build: in /srv: make)'] },
    ),
    'run',
  );
  assert.equal(decide('terminal', 'make', { allow }), 'ask');
  assert.equal(decide('terminal', { command: ['make'] }, { allow: ['terminal(x*)'] }), 'ask');
});

/** Commands that the deny pattern `terminal(rm *)` sees through. */
const seenThrough: readonly string[] = [
  'rm -rf x',
  'cd /tmp && rm -rf x',
  'true;rm x',
  'ls | xargs rm -f',
  'echo $(rm x)',
  'echo "a $(rm x) b"',
  'echo `rm x`',
  '( rm x )',
  '{ rm x; }',
  'if true; then rm x; fi',
  '! rm x',
  'FOO=1 BAR+=2 rm x',
  'sudo -u root rm x',
  'env -i A=b rm x',
  'nohup timeout 5 rm x',
  '/bin/rm x',
  'r"m" x',
  "r'm' x",
  '\\rm x',
  'r\\\nm x',
  'bash -c "rm x"',
  "sudo sh -c 'cd /; rm x'",
  "eval 'rm x'",
  'eval rm x',
  'find . -exec rm {} +',
  "\"it's\" ; rm 'x'",
  'cat <(rm x)',
  'true\nrm x',
  'true & rm x',
  '</dev/null rm -rf x',
  '2>/dev/null rm -rf x',
  '&>/dev/null rm -rf x',
  '>&2 rm x',
  '{fd}>/dev/null rm x',
  '<<<word rm x',
  '> $(mktemp) rm x',
  "$'rm' -rf x",
  "$'\\x72\\155' x",
  '$"rm" -rf x',
  '{rm,-rf,x}',
  'r{m,x} y',
  'function f { rm -rf x; }; f',
  'f() { rm x; }; f',
  'a[0]=1 rm x',
  'trap "rm -rf x" EXIT',
  "alias x='rm -rf y'",
  'chroot / rm x',
  'unshare rm x',
  'flock /tmp/l rm x',
  'flock /tmp/l -c "rm x"',
  'script -qc "rm x" /dev/null',
  'script -qc"rm x" /dev/null',
  'ssh host "cd /; rm x"',
  ": # '\nrm -rf x\n: # '",
  ": # '\nr\\\nm -rf x\n: # '",
  "cat <<E\nit's\nE\nrm -rf x",
  "true #'\nsudo rm x",
];

test('a deny pattern sees a command wherever it stands, with every setting', () => {
  const deny = ['terminal(rm *)'];
  for (const command of seenThrough)
    for (const mode of ['free', 'ask', 'rules'] as const)
      assert.equal(run(command, { mode, deny, allow: ['terminal'], always: ['terminal'] }), 'deny', command);
  for (const command of [
    'git rm x',
    'echo "rm x"',
    "git commit -m 'rm x; rm y'",
    'farm x',
    'rmdir x',
    'ls #rm x',
    'ls > rm',
    'echo a#b',
  ])
    assert.equal(run(command, { mode: 'free', deny }), 'run', command);
  assert.equal(decide('terminal', { command: 'ls', ready: '!rm x' }, { mode: 'free', deny }), 'deny');
  assert.equal(decide('terminal', { command: 'rm x', environment: 'build' }, { mode: 'free', deny }), 'deny');
  assert.equal(run('cd /; cat > /etc/x', { mode: 'free', deny: ['terminal(cat /etc/*)'] }), 'deny');
  assert.equal(run('sudo bash '.repeat(400), { mode: 'free', deny }), 'run');
  assert.equal(decide('github_push', {}, { mode: 'free', deny: ['github_*'] }), 'deny');
  assert.equal(decide('read', { path: 'x' }, { mode: 'free', deny: ['read'] }, false), 'deny');
});

const rows: readonly (readonly [tool: string, input: unknown, rules: Partial<Rules>, expected: string])[] = [
  ['edit', { path: 'src/a.ts' }, { mode: 'free' }, 'run'],
  ['edit', { path: 'src/a.ts' }, { mode: 'ask', allow: ['edit'] }, 'ask'],
  ['edit', { path: 'src/a.ts' }, { mode: 'ask', always: ['edit(src/a.ts)'] }, 'run'],
  ['edit', { path: './src//a.ts' }, { allow: ['edit(src/*)'] }, 'run'],
  ['edit', { path: '/work/src/a.ts' }, { allow: ['edit(src/*)'] }, 'run'],
  ['edit', { path: 'src/../../etc/passwd' }, { allow: ['edit(src/*)'] }, 'ask'],
  ['edit', { path: '~/.bashrc' }, { allow: ['edit(*)'], deny: [`edit(${homedir()}/.bash*)`] }, 'deny'],
  ['process', { action: 'kill', session_id: 'proc_1' }, { allow: ['process(kill)'] }, 'run'],
  ['process', { action: 'submit', data: 'y' }, { allow: ['process(submit *)'] }, 'run'],
  ['process', { action: 'submit', data: 'y\nrm -rf x' }, { allow: ['process(submit *)'] }, 'ask'],
  ['execute_code', { code: 'a\nb' }, { allow: ['execute_code(*)'] }, 'ask'],
  ['execute_code', { code: 'a\nb' }, { allow: ['execute_code'] }, 'run'],
  ['terminal', { command: 'a && b' }, { allow: ['terminal'] }, 'run'],
  ['terminal', { command: 'a && b' }, { allow: ['terminal(a && b)'] }, 'run'],
  ['terminal', { command: 'a && bc' }, { allow: ['terminal(a && b)'] }, 'ask'],
  ['terminal', { command: 'ls' }, { canAsk: false }, 'deny'],
  ['terminal', { command: 'ls' }, { allow: ['*'] }, 'run'],
  ['terminal', { command: 'ls' }, { allow: ['terminal(', 'no pattern'] }, 'ask'],
  ['github_list', { a: 1 }, { allow: ['github_*'] }, 'run'],
];

for (const [tool, input, rules, expected] of rows)
  test(`${tool} ${JSON.stringify(input)} with ${JSON.stringify(rules)}: ${expected}`, () =>
    assert.equal(decide(tool, input, rules), expected));

test('what only looks is never asked about', () => {
  assert.equal(decide('read', { path: '/etc/passwd' }, { mode: 'ask' }, false), 'run');
});

test('`always` allows the same call again, and no other', () => {
  const calls: readonly (readonly [string, object, object])[] = [
    ['terminal', { command: 'rm *.o && make' }, { command: 'rm a.o && make' }],
    ['terminal', { command: 'make', ready: '!curl x' }, { command: 'make', ready: '!curl y' }],
    ['terminal', { command: 'make', workdir: '/srv' }, { command: 'make' }],
    ['terminal', { command: 'echo \\*' }, { command: 'echo \\x' }],
    ['edit', { path: 'a(b).ts' }, { path: 'a.ts' }],
    ['execute_code', { code: 'a\n* b' }, { code: 'a\nc b' }],
  ];
  for (const [tool, input, other] of calls) {
    const always = patternsFor(tool, input, { folder: '/work' });
    assert.equal(decide(tool, input, { mode: 'ask', always }), 'run', always.join());
    assert.equal(decide(tool, other, { mode: 'ask', always }), 'ask', always.join());
  }
  assert.deepEqual(patternsFor('github_list', { a: 1 }, { folder: '/work' }), ['github_list']);
});

test('a rule that cannot be read does not pass for one that forbids nothing', () => {
  const call = { tool: 'terminal', input: { command: 'rm x' }, acts: true, folder: '/tmp' };
  const rules = { mode: 'free' as const, allow: [], deny: ['terminal(rm *'], always: [], canAsk: true };
  assert.equal(judge(call, rules).kind, 'deny');
});

test('a command runs where an earlier cd led, and rules see it there', () => {
  const allow = ['terminal(make*)', 'terminal(in /srv/a: ls)'];
  const after = (shellFolder: string, input: object) =>
    judge({ tool: 'terminal', input, acts: true, folder: '/work', shellFolder }, { ...none, allow }).kind;
  assert.equal(after('/work/sub', { command: 'make' }), 'run', 'still in the folder');
  assert.equal(after('/etc', { command: 'make' }), 'ask');
  assert.equal(after('/etc', { command: 'make', workdir: 'sub' }), 'ask', 'relative to where it is');
  assert.equal(after('/etc', { command: 'make', workdir: '/work' }), 'run');
  assert.equal(after('/', { command: 'make', workdir: 'work/sub' }), 'run');
  assert.equal(after('/srv', { command: 'ls', workdir: 'a' }), 'run');
  assert.equal(after('/etc', { command: 'make', environment: 'build' }), 'ask', 'a rule of its own');
  assert.deepEqual(patternsFor('terminal', { command: 'make' }, { folder: '/work', shellFolder: '/etc' }), [
    'terminal(in /etc: make)',
  ]);
  for (const command of ['cd', 'cd /etc', 'pushd x', 'a && b', 'source x', '. x', 'echo $(cd)'])
    assert.equal(mayMove('terminal', { command }), true, command);
  for (const input of [{ command: 'make' }, { command: 'cd x', background: true }, { command: 'cdrom' }])
    assert.equal(mayMove('terminal', input), false, input.command);
});
