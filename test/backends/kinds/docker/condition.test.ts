import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlaceGone } from '../../../../src/backends/environment.ts';
import { whyGone, whyNotNow } from '../../../../src/backends/kinds/docker/condition.ts';
import type { Container } from '../../../../src/backends/kinds/docker/containers.ts';
import { isOver, neverBegan } from '../../../../src/backends/kinds/docker/exec.ts';

const ref = { container: 'c0ffee', started: '2026-01-02T03:04:05.678Z' };

function container(state: Partial<Container['State']>): Container {
  const running = {
    Running: true,
    Paused: false,
    Restarting: false,
    OOMKilled: false,
    ExitCode: 0,
    StartedAt: '2026-01-02T03:04:05.678901234Z',
    FinishedAt: '0001-01-01T00:00:00Z',
  };
  return { Id: 'c0ffee', Name: '/box', State: { ...running, ...state }, Config: { Labels: null } };
}

test('a container that runs since the ref was made is there', () => {
  assert.equal(whyGone(container({}), ref), undefined);
  assert.equal(whyNotNow(container({}), 'docker'), undefined);
  assert.equal(whyGone(container({ StartedAt: '2026-01-02T04:04:05.678901+01:00' }), ref), undefined);
});

test('a container that was stopped is gone, with how and when', () => {
  const stopped = { Running: false, ExitCode: 137, FinishedAt: '2026-01-02T03:05:00.5Z' };
  const gone = whyGone(container(stopped), ref);
  assert.ok(gone instanceof PlaceGone);
  assert.equal(gone.message, 'The container box was stopped (exit code 137) at 2026-01-02T03:05:00.500Z.');
  assert.match(whyGone(container({ ...stopped, OOMKilled: true }), ref)?.message ?? '', /137, out of memory/);
});

test('a container that was started again is gone for who was in it before', () => {
  const gone = whyGone(container({ StartedAt: '2026-01-02T03:09:00Z' }), ref);
  assert.match(gone?.message ?? '', /^The container box was restarted at 2026-01-02T03:09:00.000Z: what ran/);
});

test('a container that is paused or being restarted is not gone, and cannot be used now', () => {
  for (const state of [{ Paused: true }, { Restarting: true, Running: false }]) {
    assert.equal(whyGone(container(state), ref), undefined);
    assert.match(whyNotNow(container(state), 'docker')?.message ?? '', /is (paused|restarting)/);
  }
});

const docker = { Running: false, ExitCode: null, Pid: 0, CanRemove: false };
const podman = { Running: false, ExitCode: 0, Pid: 0, CanRemove: false };

test('an exec that has yet to begin is not over, in the words of either engine', () => {
  assert.equal(isOver(docker), false);
  assert.equal(isOver({ ...docker, Running: true }), false);
  assert.equal(isOver(podman), false);
  assert.equal(isOver({ ...podman, Running: true, Pid: 7 }), false);
  assert.equal(isOver({ ...docker, ExitCode: 0, Pid: 7 }), true);
  assert.equal(isOver({ ...podman, CanRemove: true }), true);
});

test('an exit code of 127 is only then a program that never began when the engine says so', () => {
  assert.equal(neverBegan({ ...docker, ExitCode: 126 }, ''), true);
  assert.equal(neverBegan({ ...docker, ExitCode: 127, Pid: 7 }, 'sh: nosuch: not found'), false);
  assert.equal(neverBegan({ ...podman, ExitCode: 127, CanRemove: true }, 'sh: nosuch: not found'), false);
  assert.equal(
    neverBegan({ ...podman, ExitCode: 127, CanRemove: true }, 'Error: runc: exec failed: …'),
    true,
  );
});
