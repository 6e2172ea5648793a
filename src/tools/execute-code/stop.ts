import type { Config } from '../../base/config.ts';

/** Why a script was stopped. */
export type Stop =
  | { readonly why: 'timed_out'; readonly seconds: number }
  | { readonly why: 'memory_limit' }
  | { readonly why: 'output_limit' }
  | { readonly why: 'process_limit' }
  | { readonly why: 'call_limit' }
  | { readonly why: 'channel'; readonly what: string }
  | { readonly why: 'caller_gone' };

/** More than any script needs, and few enough to make a fork bomb harmless. */
export const mostProcesses = 100;

/** The limit's flag and a message, for the result. */
export function explainStop(stop: Stop, config: Config): Record<string, unknown> {
  const isLimit = stop.why !== 'channel' && stop.why !== 'caller_gone';
  return { ...(isLimit && { [stop.why]: true }), error: sentenceOf(stop, config) };
}

function sentenceOf(stop: Stop, { codeMemoryBytes, codeOutputBytes, codeCalls }: Config): string {
  switch (stop.why) {
    case 'timed_out':
      return `The script was stopped: it was still running after ${stop.seconds} s. Give it a larger timeout, do less in one script, or start what takes long with terminal(background=true), outside of a script.`;
    case 'memory_limit':
      return `The script was stopped: it and what it started used more than ${toMiB(codeMemoryBytes)} MiB of memory. Work in smaller pieces, or through files.`;
    case 'output_limit':
      return `The script was stopped: it printed more than ${toMiB(codeOutputBytes)} MiB. Print a summary, and write the rest to a file.`;
    case 'process_limit':
      return `The script was stopped: more than ${mostProcesses} processes ran in it at the same time. Start fewer, and wait for them.`;
    case 'call_limit':
      return `The script was stopped: it made more than ${codeCalls} tool calls. Put several commands into one terminal call, or split the work over several scripts.`;
    case 'channel':
      return `The script was stopped: ${stop.what}.`;
    case 'caller_gone':
      return 'The script was stopped: its caller cancelled the call or disconnected.';
  }
}

function toMiB(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 100) / 100;
}
