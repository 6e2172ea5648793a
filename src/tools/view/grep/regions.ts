import type { MatchedLine } from '../../../output/scan/scanner.ts';
import type { LineFinder } from './line-finder.ts';

/** Bytes to look at together, and the lines in them that match as printed. */
export type Region = { readonly from: number; readonly to: number; readonly hits: readonly MatchedLine[] };

type Options = {
  readonly finder: LineFinder;
  readonly found: readonly MatchedLine[];
  /** Lines that begin after it are shown later: it is not known yet whether they match. */
  readonly judged: number;
  readonly context: number;
  /** Lines that are still to be shown from `shown` on. */
  readonly due: number;
  readonly shown: number;
};

/** Of a longer line, what is around the match. */
const longestLine = 128 * 1024;
const aroundMatch = 16 * 1024;
/** What is around a region is examined too: two that are closer cost less as one. */
const nearest = 64 * 1024;
/** More at once would be held in memory. */
const widest = 512 * 1024;

/** Lines that match with those around them, as ranges in order that do not overlap. */
export function findRegions({ finder, found, judged, context, due, shown }: Options): Region[] {
  const regions: { from: number; to: number; hits: MatchedLine[] }[] = [];
  if (due > 0 && judged > shown)
    regions.push({ from: shown, to: Math.min(judged, finder.endAfter(shown, due)), hits: [] });
  for (const hit of found) {
    const last = regions.at(-1);
    const isNear = last !== undefined && hit.offset - last.to < nearest && hit.offset - last.from < widest;
    const isLong = hit.matchEnd - hit.offset > longestLine;
    const end = finder.endAfter(hit.matchEnd, context + 1);
    const to = hit.isComplete && hit.offset < judged ? Math.min(end, Math.max(judged, hit.matchEnd)) : end;
    if (isNear && !isLong) {
      last.to = Math.max(last.to, to);
      last.hits.push(hit);
      continue;
    }
    const start = isLong ? hit.matchEnd - aroundMatch : finder.startBefore(hit.offset, context);
    regions.push({ from: Math.max(shown, last?.to ?? 0, start), to, hits: [hit] });
  }
  return regions;
}
