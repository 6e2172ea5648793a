import { splitCommands } from './shell-words.ts';

/** What is outside of quotes and means more to some shell than itself: bash, zsh, fish. */
const SPECIAL = /[;&|<>(){}$`"'\\!]/;
const QUOTED = /'[^'\\]*'|"[^"$`\\!]*"/g;
const NOT_SEEN = /[^ \p{L}\p{M}\p{N}\p{P}\p{S}]/u;

/**
 * Whether the text is one simple command, for every shell, and what it says is what is run: no second command, no
 * substitution, no variable, no redirection, no assignment before it, nothing invisible. In doubt it is not.
 */
export function isPlainCommand(text: string): boolean {
  if (NOT_SEEN.test(text) || /^[^ ]*=/.test(text)) return false;
  return !SPECIAL.test(text.replaceAll(QUOTED, 'x'));
}

/** Words after which a command may begin. */
const KEYWORDS = new Set(['{', '}', '!', 'if', 'then', 'elif', 'else', 'while', 'until', 'do', 'coproc']);
const ASSIGNMENT = /^\w+(?:\[[^\]]*\])?\+?=/;
const setOf = (names: string) => new Set(names.split(/\s+/));
/** Programs, and words of the shell, that run what comes somewhere after them. */
const WRAPPERS = setOf(
  `sudo doas env nice ionice nohup setsid time timeout exec command builtin xargs stdbuf find busybox toybox watch strace
  ltrace su ssh parallel function chroot unshare nsenter flock runuser pkexec setpriv chrt taskset numactl prlimit
  systemd-run systemd-inhibit bwrap firejail proot fakeroot dbus-run-session xvfb-run unbuffer rlwrap entr perf valgrind
  gdb noglob nocorrect start-stop-daemon choom setarch caffeinate`,
);
/** Programs that run text: that of an argument, or of all. */
const SHELLS = setOf(
  `sh bash dash ash zsh ksh mksh fish eval source . trap alias script su runuser sg ssh env watch parallel flock tmux
  screen busybox entr xargs find`,
);
/** Of text within text; more is not looked at. */
const MOST_CHARACTERS = 200_000;
const MOST_WORDS = 1_000;

/**
 * Every command that can be seen in a text, as words without quotes: also in substitutions, after `sudo` and the like,
 * and for `sh -c`. What a shell puts together only when it runs (variables) cannot be seen. Rather too many: quotes in
 * comments and in data hide no line, so that each is also looked at by itself.
 */
export function commandsIn(text: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const texts = new Set([text, ...text.replaceAll('\\\n', '').split(/[\n\r]/)]);
  let room = MOST_CHARACTERS;
  const look = (inner: string) => {
    if (/^[\w.-]*$/.test(inner)) found.add(inner);
    else if (!texts.has(inner) && room >= inner.length) {
      room -= inner.length;
      texts.add(inner);
    }
  };
  // What is added meanwhile is looked at too.
  for (const one of texts)
    for (const words of [true, false].flatMap((isStrict) => splitCommands(one, isStrict)))
      for (const [program = '', ...rest] of commandsOf(words, seen)) {
        const name = nameOf(program);
        found.add([program, ...rest].join(' ')).add([name, ...rest].join(' '));
        if (SHELLS.has(name)) textsOf(rest).forEach(look);
      }
  return [...found];
}

/** What may be the command of these words: which it is depends on options that are not known here. */
function commandsOf(words: readonly string[], seen: Set<string>): (readonly string[])[] {
  const from = words.findIndex((word) => !KEYWORDS.has(word) && !ASSIGNMENT.test(word));
  if (from < 0) return [];
  const plain = words.slice(from);
  const expanded = plain.flatMap(expandBraces);
  return (expanded.length > plain.length ? [plain, expanded] : [plain]).flatMap((command) =>
    WRAPPERS.has(nameOf(command[0] ?? '')) ? tailsOf(command, seen) : [command],
  );
}

/** The words from each one on, unless they were seen: then those after it were too. */
function tailsOf(words: readonly string[], seen: Set<string>): (readonly string[])[] {
  const tails: (readonly string[])[] = [];
  for (let at = 0; at < Math.min(words.length, MOST_WORDS); at += 1) {
    const tail = words.slice(at);
    const key = tail.join('\0');
    if (seen.has(key)) break;
    seen.add(key);
    tails.push(tail);
  }
  return tails;
}

function nameOf(program: string): string {
  return program.replace(/^.*\//s, '');
}

/** `a{b,c}` is `ab ac`. */
function expandBraces(word: string): string[] {
  const [, before = '', inner, after = ''] = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(word) ?? [];
  return inner === undefined ? [word] : inner.split(',').map((one) => before + one + after);
}

/** Arguments that may be commands: `-c` has its own in the same word with some. */
function textsOf(words: readonly string[]): string[] {
  const glued = words.flatMap((word) => /^(?:-\w*?c|[\w-]+=)(.+)$/s.exec(word)?.[1] ?? []);
  return [...words, ...glued, words.join(' ')];
}
