/** `/bin/bash -lc '…'`, as Codex shows what it runs: each word quoted for a shell where it has to be. */
const IN_SHELL = /^\S*\b(?:ba|z|da|k)?sh -l?c (?<script>[\s\S]+)$/;
const PIECES = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^'"\\\s]+)/gy;

/** What a model has asked to run; the whole where it is no script for a shell. */
export function scriptOf(command: string): string {
  const script = IN_SHELL.exec(command)?.groups?.script;
  return (script !== undefined && wordOf(script)) || command;
}

/** Without its quotes; undefined when there is more than one word. */
function wordOf(quoted: string): string | undefined {
  let word = '';
  let end = 0;
  for (const { 0: piece, 1: single, 2: double, 3: escaped, 4: plain, index } of quoted.matchAll(PIECES)) {
    word += single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? plain ?? '';
    end = index + piece.length;
  }
  return end === quoted.length ? word : undefined;
}
