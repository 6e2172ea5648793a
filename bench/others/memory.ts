import { setTimeout as sleep } from 'node:timers/promises';
import { residentKb } from '../proc.ts';
import { median } from '../statistics.ts';
import type { Manager } from './manager.ts';
import type { Scripts } from './scripts.ts';

const SETTLE_MS = 1_000;

export type Memory = {
  readonly toolKb: number;
  /** Of each process that the tool keeps beside it; the median. */
  readonly helperKb: number | undefined;
  readonly helpers: number;
};

/** What is resident of a tool, without the commands themselves, once it runs `count` more quiet ones. */
export async function memoryWith(manager: Manager, scripts: Scripts, count: number): Promise<Memory> {
  const script = scripts.quiet();
  for (let i = 0; i < count; i++) await manager.start(`quiet${i}`, script);
  await sleep(SETTLE_MS);
  const helpers = manager.helpers().map(residentKb);
  return {
    toolKb: residentKb(manager.pid()),
    helperKb: helpers.length > 0 ? median(helpers) : undefined,
    helpers: helpers.length,
  };
}
