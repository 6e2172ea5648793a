import { stepId } from '../../agent/ids.ts';
import type { Text, ToolCall } from '../../agent/model.ts';
import type { Entry } from '../../agent/store/entries.ts';
import { cleanText } from '../../output/clean-text.ts';

const MOST_CHARACTERS = 100;

/** A conversation as plain lines. What is streamed is shown as it comes, and only once. */
export class Face {
  readonly #conversation: string;
  readonly #write: (text: string) => void;
  /** How much of a step was shown while it was said. */
  readonly #streamed = new Map<string, string>();
  /** Everything up to here was shown. */
  position = 0;

  constructor(conversation: string, write: (text: string) => void) {
    this.#conversation = conversation;
    this.#write = write;
  }

  stream(step: string, text: string): void {
    this.#streamed.set(step, (this.#streamed.get(step) ?? '') + text);
    this.#write(cleanText(text));
  }

  /** `isMine`: what the person at this terminal typed is there already. */
  show(entry: Entry, isMine: boolean): void {
    this.position = entry.position;
    if (entry.kind === 'step') this.#showStep(entry);
    else if (entry.kind === 'ring') this.#write(`◆ ${ringLine(textOf(entry))}\n`);
    else if (!isMine) this.#write(`you  ${cleanText(textOf(entry))}\n`);
  }

  /** Nothing is being said any more: what was begun and not stored does not count, and may come again. */
  breakOff(): void {
    if (this.#streamed.size > 0) this.#write(' …\n');
    this.#streamed.clear();
  }

  #showStep(entry: Extract<Entry, { kind: 'step' }>): void {
    const id = stepId(this.#conversation, entry.position);
    const shown = this.#streamed.get(id) ?? '';
    this.#streamed.delete(id);
    const text = textOf(entry);
    this.#write(cleanText(text.slice(shown.length)));
    if (text !== '' && !text.endsWith('\n')) this.#write('\n');
    const calls = entry.content.filter((part): part is ToolCall => part.type === 'call');
    for (const call of calls) this.#write(`⏵ ${call.tool}  ${cut(describe(call.input))}\n`);
  }
}

export function textOf({ content }: Entry): string {
  return content.flatMap((part) => (part.type === 'text' ? [(part as Text).text] : [])).join('');
}

/** The first sentence of a notification, without its mark. */
function ringLine(text: string): string {
  const [line = ''] = text.replace(/^\[IMPORTANT: /, '').split('\n');
  return cut(cleanText(line.split('. Started')[0] ?? line));
}

/** What a call is about: its command, its path, or all of it. */
function describe(input: unknown): string {
  if (typeof input !== 'object' || input === null) return JSON.stringify(input) ?? '';
  const { command, path, action, pattern } = input as Record<string, unknown>;
  const words = [action, command, path, pattern].filter((one) => typeof one === 'string');
  return words.length > 0 ? words.join(' ') : JSON.stringify(input);
}

function cut(text: string): string {
  const line = cleanText(text).replaceAll('\n', ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}
