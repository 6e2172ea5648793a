import { parseProbe } from '../notify/ready/probe.ts';
import { compilePatterns } from '../output/scan/patterns.ts';

type GivenOptions = {
  readonly notify_on_complete?: boolean;
  readonly watch_patterns?: readonly string[];
};

const IGNORED =
  'notify_on_complete and watch_patterns exclude each other: the end will be reported, and the patterns are ignored.';

/** The note for a call that asked for both. */
export function ignoredPatterns({ notify_on_complete, watch_patterns = [] }: GivenOptions): {
  watch_patterns_ignored?: string;
} {
  return notify_on_complete && watch_patterns.length > 0 ? { watch_patterns_ignored: IGNORED } : {};
}

/** Throws for what cannot be watched for, by its name; called before anything is started. */
export function checkPatterns({
  watch_patterns = [],
  ready,
}: GivenOptions & { readonly ready?: string }): void {
  if (ready !== undefined) parseProbe(ready);
  if (watch_patterns.length > 0) compilePatterns(watch_patterns);
}
