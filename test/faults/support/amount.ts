/** `npm run test:faults:full` sets this: the counts of the issue; without it each test is as long as it must be to mean something. */
export const isFull = process.env.RINGBACK_FAULTS === 'full';

export function amount(short: number, full: number): number {
  return isFull ? full : short;
}
