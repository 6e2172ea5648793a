import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCurves } from '../../../src/cli/top/curves.ts';
import { sortByCpu, toJson, toRows } from '../../../src/cli/top/rows.ts';
import { drawFrame } from '../../../src/cli/top/screen.ts';
import { sparkline } from '../../../src/cli/top/sparkline.ts';
import type { WireListed } from '../../../src/wire/process.ts';

function listed(id: string, more: Partial<WireListed> = {}): WireListed {
  return {
    ...{ session_id: id, command: 'make', cwd: '/', pid: 1, started_at: '2026-01-01T00:00:00.000Z' },
    ...{ uptime_seconds: 65, status: 'running', exit_code: null, signal: null, session_key: 's', task: '' },
    ...{ environment: 'local', pty: false, stdin: false, output_preview: 'one\ntwo\n' },
    ...more,
  };
}

test('a rate is the difference of two looks, in percent of one processor; what has ended is forgotten', () => {
  const curves = createCurves(3);
  const look = (at: number, a: number, b?: number) =>
    curves.add({
      at,
      processes: [
        listed('a', { cpu_seconds: a }),
        ...(b === undefined ? [] : [listed('b', { cpu_seconds: b })]),
      ],
    });
  look(0, 1, 5);
  assert.deepEqual(curves.of('a'), []);
  look(2000, 2, 5);
  assert.deepEqual([curves.of('a'), curves.of('b')], [[50], [0]]);
  // A keeper that could not be asked has no figures: the next rate is over both intervals.
  curves.add({ at: 3000, processes: [listed('a'), listed('b')] });
  look(4000, 6, 5);
  look(5000, 6);
  look(6000, 6.5);
  assert.deepEqual([curves.of('a'), curves.of('b')], [[200, 0, 50], []]);
});

test('a curve is drawn against one processor, or against its highest value', () => {
  assert.equal(sparkline([], 4), '    ');
  assert.equal(sparkline([0, 49, 100], 5), '  ▁▄█');
  assert.equal(sparkline([100, 400, 200], 2), '█▅');
});

test('the busiest first, then the newest; with what it printed last', () => {
  const curves = createCurves(5);
  const processes = [
    listed('proc_old', { cpu_seconds: 0, memory_bytes: 3 * 2 ** 20 }),
    listed('proc_new', { started_at: '2026-01-02T00:00:00.000Z' }),
    listed('proc_busy', { cpu_seconds: 1, name: 'busy' }),
  ];
  curves.add({ at: 0, processes });
  const later = {
    at: 1000,
    processes: processes.with(2, listed('proc_busy', { cpu_seconds: 1.5, name: 'busy' })),
  };
  curves.add(later);
  assert.deepEqual(
    sortByCpu(later.processes, curves).map(({ session_id }) => session_id),
    ['proc_busy', 'proc_old', 'proc_new'],
  );
  const [, busy, old, fresh] = toRows(later, curves);
  assert.deepEqual(busy, ['busy', 'running', ' 50.0', '', '1m5s', `${' '.repeat(15)}▅`, 'two']);
  assert.deepEqual(old?.slice(0, 4), ['proc_old', 'running', '  0.0', '3.0 MiB']);
  assert.equal(fresh?.[2], '    –');
  const json = toJson(later.processes[2] ?? listed(''), curves) as Record<string, unknown>;
  assert.deepEqual([json.cpu_percent, json.last_line, json.output_preview], [50, 'two', undefined]);
});

test('a frame fits its terminal', () => {
  const rows = Array.from({ length: 50 }, (_, i) => [`row ${i}`, 'x'.repeat(200)]);
  const lines = drawFrame('summary', rows, { cols: 60, rows: 10 }).split('\r\n');
  assert.equal(lines.length, 10);
  assert.match(lines.at(-1) ?? '', /… and 43 more/);
  for (const line of lines) assert.ok(line.replaceAll(/\x1b\[[\d?]*[A-Za-z]/g, '').length <= 60, line);
  assert.equal(drawFrame('summary', rows.slice(0, 3), { cols: 60, rows: 10 }).split('\r\n').length, 5);
});
