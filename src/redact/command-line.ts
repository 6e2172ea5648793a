import type { Detector } from './detector.ts';
import { isPlaceholder } from './plain-value.ts';
import { vagueness } from './span.ts';

const userOption = /(?<=\s)(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,128}:([^\s"']{1,256})/y;
const sshpass = /sshpass[ \t]+-p[ \t]*["']?([^\s"']{1,256})/y;

/** `curl -u user:password`: only of curl, for `-u` means much. */
export const userOptionDetector: Detector = {
  anchors: [' -u', ' --user', ' --proxy-user'],
  look(text, at, findings) {
    const command = text.slice(Math.max(0, at - 256), at);
    if (/\bcurl\b[^\n]*$/.test(command)) addPassword(userOption, text, at + 1, findings);
  },
};

export const sshpassDetector: Detector = {
  anchors: ['sshpass'],
  look(text, at, findings) {
    addPassword(sshpass, text, at, findings);
  },
};

/** The password is the last thing that the pattern matches. */
function addPassword(
  pattern: RegExp,
  text: string,
  at: number,
  { spans }: Parameters<Detector['look']>[2],
): void {
  pattern.lastIndex = at;
  const password = pattern.exec(text)?.[1];
  if (password === undefined || isPlaceholder(password)) return;
  const end = pattern.lastIndex;
  spans.push({ start: end - password.length, end, id: 'credentials', vagueness: vagueness.structure });
}
