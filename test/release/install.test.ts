/** The tarball, installed for everybody by Node 18, 20 and 24 with the npm of each, where no compiler is. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { removeFolder } from '../../src/base/remove-folder.ts';
import { packWithKeeper } from '../package/pack-with-keeper.ts';
import { fitNode, freshNpmEnv, nodePath, oldNodes, withSkip } from '../testbed/node.ts';

const releases = await withSkip([...oldNodes, fitNode]);
const folder = mkdtempSync(join(tmpdir(), 'ringback-global-'));
after(() => removeFolder(folder));
const { tarball } = packWithKeeper(folder);

/** All that is on the PATH besides Node. */
const programs = join(folder, 'programs');
mkdirSync(programs);
for (const name of ['sh', 'env', 'dirname', 'readlink', 'rm', 'sleep'])
  symlinkSync(join('/bin', name), join(programs, name));

for (const release of releases) {
  const isOld = release.node !== fitNode.node;
  const { skip } = release;
  const name = `issue 10.5: installed by Node ${release.node} and npm ${release.npm}, without a compiler, it runs`;
  test(name, { skip }, async (t) => {
    const prefix = join(folder, release.node);
    const home = join(prefix, 'home');
    const { RINGBACK_NODE: _node, RINGBACK_KEEPER: _keeper, ...variables } = freshNpmEnv();
    const env = {
      // npm reads its settings from the real home.
      npm_config_userconfig: join(homedir(), '.npmrc'),
      npm_config_cache: join(homedir(), '.npm'),
      ...variables,
      HOME: prefix,
      RINGBACK_HOME: home,
      PATH: `${join(prefix, 'bin')}:${await nodePath(release)}:${programs}`,
    };
    const run = (program: string, ...args: string[]) => {
      const { status, stdout, stderr, error } = spawnSync(program, args, {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      assert.ifError(error);
      return { status, stdout, stderr };
    };
    const install = (...options: string[]) => {
      const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
      const { status, stderr } = run(
        'npm',
        'install',
        '-g',
        '--prefix',
        prefix,
        ...quiet,
        ...options,
        tarball,
      );
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr, /EBADENGINE/);
    };
    mkdirSync(prefix);
    t.after(() => run('ringback', 'daemon', 'stop'));
    assert.throws(() => run('cc', '--version'), /ENOENT/);
    assert.equal(run('node', '--version').stdout, `v${release.node}\n`);

    if (isOld) {
      install('--ignore-scripts');
      const { status, stderr } = run('ringback', 'ls');
      assert.equal(status, 1);
      assert.match(
        stderr,
        /needs Node 24 or newer; this is v(18|20).*\nTo install one .*: sh \/.*bring-node\.sh\n/,
      );
    }
    install();
    const ran = run('ringback', 'run', '--wait', '--', 'echo packaged; exit 3');
    assert.deepEqual(ran, { status: 3, stdout: 'packaged\n', stderr: '' });

    const doctor = run('ringback', 'doctor').stdout;
    const root = join(prefix, 'lib/node_modules/ringback');
    const node = isOld ? join(root, 'runtime/node_modules') : (env.PATH.split(':')[1] ?? '');
    assert.match(doctor, new RegExp(`^ok +node +v24\\..* \\(${node}/.*\\)$`, 'm'));
    assert.match(doctor, new RegExp(`^ok +keeper .*\\(${root}/keeper/prebuilt/.*\\)$`, 'm'));

    assert.equal(run('ringback', 'mcp', 'install', 'claude-code', 'cursor').status, 0);
    const entered = JSON.parse(readFileSync(join(prefix, '.claude.json'), 'utf8')).mcpServers.ringback;
    assert.equal(entered.command, 'ringback');
    const cursor = JSON.parse(readFileSync(join(prefix, '.cursor/mcp.json'), 'utf8')).mcpServers.ringback;
    assert.equal(cursor.command, join(prefix, 'bin/ringback'));
  });
}
