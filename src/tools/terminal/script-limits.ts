import { wishColumns } from '../../engine/start-fields.ts';
import type { TerminalArguments } from './definition.ts';

const blocked: readonly string[] = ['background', 'pty', 'notify_on', ...wishColumns];

/** Scripts cannot leave processes behind: parameters that would are ignored, and the result says so. */
export function withoutBlocked(asked: TerminalArguments): {
  args: TerminalArguments;
  ignored: { ignored?: readonly string[]; ignored_note?: string };
} {
  const given = Object.entries(asked);
  const args = Object.fromEntries(given.filter(([name]) => !blocked.includes(name))) as TerminalArguments;
  const names = given.flatMap(([name, value]) => (blocked.includes(name) && value !== false ? name : []));
  if (names.length === 0) return { args, ignored: {} };
  const note = `Inside execute_code ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} ignored: the command ran in the foreground. A script cannot leave processes behind; start them with the tool terminal itself.`;
  return { args, ignored: { ignored: names, ignored_note: note } };
}
