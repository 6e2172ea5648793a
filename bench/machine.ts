import { cpus, loadavg, release, totalmem } from 'node:os';

/** What the figures were measured on. */
export function describeMachine(): string {
  const [first] = cpus();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} cores (${first?.model ?? 'unknown'}), ${gigabytes} GB, Linux ${release()}`;
}

/** Others that use the machine make every time longer; the reader should know. */
export function describeLoad(): string {
  const [lastMinute = 0] = loadavg();
  return `load ${lastMinute.toFixed(2)} in the minute before`;
}
