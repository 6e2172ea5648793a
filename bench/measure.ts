import type { Workplace } from './workplace.ts';

export type Unit = '×' | 'ms' | 'KB' | 'MB' | '%';

/** One row of the table. */
export type Finding = {
  readonly what: string;
  readonly value: number;
  readonly unit: Unit;
  /** From the issue; a row without one only informs. */
  readonly atMost?: number;
  /** How the figure came about: the sides of a ratio, the number of runs. */
  readonly how: string;
};

export type Measure = (workplace: Workplace) => Promise<Finding[]>;

export function isMiss({ value, atMost }: Finding): boolean {
  return atMost !== undefined && value > atMost;
}
