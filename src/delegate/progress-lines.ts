import type { Progress } from './runner.ts';

const LONGEST_ABOUT = 300;

/**
 * What people see of a delegate (`ringback log -f`), and all that is known of one that dies: what was said, and a line when a
 * tool begins and ends.
 */
export class ProgressLines {
  readonly #print: (line: string) => void;
  readonly #quietMs: number;
  readonly #open = new Map<string, { readonly tool: string; readonly since: number }>();
  #printedAt = performance.now();

  /** `quietMs`: after so long without a line, a sign of life is one. */
  constructor(print: (line: string) => void, quietMs: number) {
    this.#print = print;
    this.#quietMs = quietMs;
  }

  say(line: string): void {
    this.#printedAt = performance.now();
    this.#print(`${line}\n`);
  }

  saw(progress: Progress): void {
    switch (progress.kind) {
      case 'text':
        this.say(progress.text.trimEnd());
        break;
      case 'call':
        this.#begin(progress.id, progress.tool, progress.about);
        break;
      case 'answered':
        this.#end(progress.id, progress.isError ?? false);
        break;
      case 'alive':
        this.#heartbeat();
    }
  }

  #begin(id: string, tool: string, about: string): void {
    this.#open.set(id, { tool, since: performance.now() });
    this.say(`→ ${oneLine(about === '' ? tool : `${tool}: ${about}`)}`);
  }

  #end(id: string, isError: boolean): void {
    const call = this.#open.get(id);
    if (!call) return;
    this.#open.delete(id);
    const seconds = ((performance.now() - call.since) / 1000).toFixed(1);
    this.say(`${isError ? '✗' : '✓'} ${call.tool} (${seconds} s)`);
  }

  #heartbeat(): void {
    if (performance.now() - this.#printedAt >= this.#quietMs) this.say('… still at work');
  }
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_ABOUT ? `${line.slice(0, LONGEST_ABOUT)}…` : line;
}
