import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findKeeperProgram } from '../../src/keeper/program.ts';
import { isAlive, run, until } from '../engine/test-home.ts';
import { amount } from './support/amount.ts';
import { FaultHome } from './support/home.ts';
import { endIfThere } from './support/proc.ts';

const LAST_PID = '/proc/sys/kernel/ns_last_pid';

function mayChoosePids(): boolean {
  try {
    accessSync(LAST_PID, constants.W_OK);
    writeFileSync(LAST_PID, String(process.pid));
    return true;
  } catch {
    return false;
  }
}

const skip = !mayChoosePids() && `${LAST_PID} cannot be written: the next pid cannot be chosen here`;

/** Another program that has the pid of a dead one, as after 32,768 forks. False when somebody else was faster. */
function startStranger(t: TestContext, pid: number): boolean {
  for (let tries = 0; tries < 200; tries += 1) {
    writeFileSync(LAST_PID, String(pid - 1));
    const stranger = spawn('sleep', ['1000'], { stdio: 'ignore', env: { PATH: process.env.PATH } });
    if (stranger.pid === pid) {
      t.after(() => endIfThere(pid));
      return true;
    }
    stranger.kill('SIGKILL');
  }
  return false;
}

/** Kills keeper and command, and waits until the kernel has forgotten the pid. */
async function endBoth(keeperPid: number, pid: number): Promise<void> {
  endIfThere(keeperPid);
  endIfThere(pid);
  await until(() => !existsSync(`/proc/${pid}`), 'the pid to be free again');
  // The kernel counts start times in ticks of 10 ms; within one nobody gets through all the other pids.
  await sleep(20);
}

for (const isOpen of [true, false]) {
  test(`promise 4: a pid that belongs to another program is never adopted or signalled, the engine ${isOpen ? 'there' : 'away'}`, {
    skip,
  }, async (t) => {
    let taken = 0;
    for (let round = 0; round < amount(2, 20); round += 1) {
      const home = new FaultHome(t);
      let engine = await home.open();
      const { id, pid, keeperPid } = await run(engine, 'exec sleep 1000', { stdin: true });
      assert(pid && keeperPid);
      if (!isOpen) await engine.close();
      await endBoth(keeperPid, pid);
      if (!startStranger(t, pid)) {
        taken += 1;
        assert(taken < 10, 'the pid could not be had again');
        round -= 1;
        continue;
      }
      if (!isOpen) engine = await home.open();
      await until(() => engine.get(id).life.state === 'lost', 'lost');

      const killed = await engine.kill(id);
      assert.equal(killed.status, 'already_exited');
      assert.equal(killed.killed, 0);
      assert.deepEqual(killed.survivors, []);
      await engine.killAll();
      const keep = home.keep(id);
      const byHand = (...words: string[]) => {
        try {
          return execFileSync(findKeeperProgram(), words, { encoding: 'utf8' });
        } catch (error) {
          return (error as { stdout: string }).stdout;
        }
      };
      assert.match(byHand('status', keep), /^state=lost$/m);
      assert.match(byHand('signal', keep, '9'), /^sent=0$/m);
      assert.match(byHand('signal', keep, '9', '--tree'), /^sent=0$/m);
      assert.match(byHand('kill', keep), /^killed=0$/m);
      byHand('await', keep);
      assert(isAlive(pid), 'the stranger was left alone');
    }
  });
}
