import type { TerminalArguments } from './definition.ts';

const blocked = [
  'background',
  'pty',
  'notify_on_complete',
  'notify_on',
  'watch_patterns',
  'deadline',
  'quiet_after',
] as const;

/** Scripts cannot leave processes behind: parameters that would are ignored, and the result says so. */
export function withoutBlocked(asked: TerminalArguments): {
  args: TerminalArguments;
  ignored: { ignored?: readonly string[]; ignored_note?: string };
} {
  const names = blocked.filter((name) => asked[name] !== undefined && asked[name] !== false);
  const args = Object.fromEntries(
    Object.entries(asked).filter(([name]) => !(blocked as readonly string[]).includes(name)),
  ) as TerminalArguments;
  if (names.length === 0) return { args, ignored: {} };
  const note = `Inside execute_code ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} ignored: the command ran in the foreground. A script cannot leave processes behind; start them with the tool terminal itself.`;
  return { args, ignored: { ignored: names, ignored_note: note } };
}
