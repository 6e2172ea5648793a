import { visibleWidth } from '@earendil-works/pi-tui';
import { formatAge } from '../../../base/age.ts';
import { formatDollars } from '../../format/dollars.ts';
import { cut, oneLine } from './fit.ts';
import type { Style } from './style.ts';

export type Status = {
  /** For how long a turn is under way; undefined: none is. */
  readonly workingMs: number | undefined;
  /** How the goal stands; empty: there is none. */
  readonly goal?: string;
  readonly running: number;
  /** Agents that were sent off and are not back; they do not count as running. */
  readonly delegates?: number;
  readonly needsYou: number;
  readonly dollars: number;
  /** `provider/model`; empty while that is not known. */
  readonly model: string;
};

const BETWEEN = ' · ';

/** `goal: working · 1 running · 1 needs you · $0.02 · MODEL · /help`. What does not fit is left out, the least important first. */
export function drawStatus(status: Status, width: number, style: Style): string {
  const { workingMs, goal = '', running, delegates = 0, needsYou, dollars, model } = status;
  const parts = [
    { text: workingMs === undefined ? '' : `working ${formatAge(workingMs)}, Esc stops`, rank: 1 },
    { text: goal, rank: 2 },
    { text: running > 0 ? `${running} running` : '', rank: 2 },
    { text: delegates > 0 ? countOf(delegates) : '', rank: 2 },
    {
      text: needsYou > 0 ? style.attention(`${needsYou} ${needsYou === 1 ? 'needs' : 'need'} you`) : '',
      rank: 0,
    },
    { text: dollars > 0 ? formatDollars(dollars) : '', rank: 4 },
    { text: oneLine(model), rank: 5 },
    { text: '/help', rank: 3 },
  ].filter(({ text }) => text !== '');
  while (parts.length > 1 && widthOf(parts) > width)
    parts.splice(parts.indexOf(parts.reduce((last, part) => (part.rank > last.rank ? part : last))), 1);
  return cut(style.dim(join(parts)), width);
}

function countOf(delegates: number): string {
  return delegates === 1 ? '1 delegate' : `${delegates} delegates`;
}

function join(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join(BETWEEN);
}

function widthOf(parts: readonly { readonly text: string }[]): number {
  return visibleWidth(join(parts));
}
