import type { Detector } from './detector.ts';
import { isPlaceholder } from './plain-value.ts';
import { vagueness } from './span.ts';

const userOption = /(?<=\s)(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,128}:([^\s"']{1,256})/y;
const sshpass = /sshpass[ \t]+-p[ \t]*["']?([^\s"']{1,256})/y;
const passSource = /pass:([^\s"']{3,256})/y;
const htpasswd =
  /htpasswd[ \t]+-\w{0,8}b\w{0,8}[ \t]+(?:[^\s|;&]{1,128}[ \t]+){1,2}["']?([^\s"'|;&]{3,256})/y;
const chpasswd =
  /(?:^|[\s"'])[\w.-]{1,64}:([^\s"'|]{3,256})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+(?:-\S{1,16}[ \t]+)?)?$/;

/** `curl -u user:password`: only for curl, because `-u` has many meanings. */
export const userOptionDetector: Detector = {
  anchors: [' -u', ' --user', ' --proxy-user'],
  look(text, at, findings) {
    if (/\bcurl\b[^\n]*$/.test(commandBefore(text, at))) addPassword(userOption, text, at + 1, findings);
  },
};

export const sshpassDetector: Detector = {
  anchors: ['sshpass'],
  look(text, at, findings) {
    addPassword(sshpass, text, at, findings);
  },
};

type Option = {
  /** The commands for which it is a password. */
  readonly commands: RegExp;
  readonly password: RegExp;
};

/** A quoted value may contain spaces. */
const value = `(?:'([^'\\n]{1,256})'|"([^"\\n]{1,256})"|([^\\s"'|;&-][^\\s"'|;&]{2,255}))`;
const glued = (flag: string) => new RegExp(`${flag}${value}`, 'y');
const apart = (flag: string) => new RegExp(`${flag}(?:[ \\t]{1,4}|=)${value}`, 'y');

const options: readonly Option[] = [
  {
    commands:
      /\b(?:mysql(?:dump|admin|import|show|check|binlog|slap|pump|sh)?|mariadb(?:-[a-z]{2,16})?|7z[ar]?)\b[^\n|;&]*$/,
    password: glued('-p'),
  },
  {
    commands:
      /\b(?:(?:docker|podman|nerdctl|buildah|skopeo|oras|crane|regctl|oc|az|helm[ \t]+registry)[ \t]+login|mongo(?:sh|dump|restore|export|import)?|cqlsh)\b[^\n|;&]*$/,
    password: apart('-p'),
  },
  { commands: /\b(?:sqlcmd|unzip|zip)\b[^\n|;&]*$/, password: apart('-P') },
  { commands: /\bredis-cli\b[^\n|;&]*$/, password: apart('-a') },
  {
    commands: /\bldap(?:search|modify|add|delete|whoami|passwd|modrdn|compare)\b[^\n|;&]*$/,
    password: apart('-w'),
  },
];

/** `mysql -pX`, `docker login -p X`, `redis-cli -a X`: options that are a password for some commands only. */
export const passwordOptionDetector: Detector = {
  anchors: [' -p', ' -a', ' -w'],
  look(text, at, findings) {
    for (const { commands, password } of options) {
      password.lastIndex = at + 1;
      if (!password.test(text) || !commands.test(commandBefore(text, at))) continue;
      addPassword(password, text, at + 1, findings);
    }
  },
};

/** `openssl … -passin pass:X`. */
export const passSourceDetector: Detector = {
  anchors: [' pass:', '"pass:', "'pass:"],
  look(text, at, findings) {
    if (/-pass(?:in|out)?[ \t]{1,4}$/.test(text.slice(Math.max(0, at - 12), at + 1).replace(/["']$/, '')))
      addPassword(passSource, text, at + 1, findings);
  },
};

/** `htpasswd -b … user X`, `echo user:X | chpasswd`. */
export const passwdDetector: Detector = {
  anchors: ['htpasswd', 'chpasswd'],
  look(text, at, findings) {
    addPassword(htpasswd, text, at, findings);
    const before = commandBefore(text, at);
    const match = chpasswd.exec(before);
    const password = match?.[1];
    if (!match || password === undefined || isPlaceholder(password)) return;
    const start = at - before.length + match.index + match[0].indexOf(password, match[0].indexOf(':'));
    const end = start + password.length;
    findings.spans.push({ start, end, id: 'credentials', vagueness: vagueness.structure });
  },
};

function commandBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - 256), at);
}

/** The password is the last thing that the pattern matches, except for a quote. */
function addPassword(
  pattern: RegExp,
  text: string,
  at: number,
  { spans }: Parameters<Detector['look']>[2],
): void {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  const password = match?.slice(1).find((group) => group !== undefined);
  if (!match || password === undefined || isPlaceholder(password)) return;
  const start = match.index + match[0].lastIndexOf(password);
  spans.push({
    start,
    end: start + password.length,
    id: 'credentials',
    vagueness: vagueness.structure,
  });
}
