import { readFileSync } from 'node:fs';

/** Differs after every boot of the machine; empty where nothing tells. */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
