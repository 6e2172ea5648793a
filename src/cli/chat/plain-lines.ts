import type { ConversationEvent } from '../../client/conversation-stream.ts';
import { cleanText } from '../../output/clean-text.ts';
import type { WireGoalItem, WireItem, WireStepItem } from '../../wire/conversation-item.ts';
import { describeBack } from './back.ts';
import { goalNote } from './describe-goal.ts';
import { describeInput } from './describe-input.ts';

const MOST_CHARACTERS = 100;

/** A conversation as plain lines. What is streamed is shown as it comes, and everything only once. */
export class PlainLines {
  readonly #write: (text: string) => void;
  /** By whom the person at this terminal sends: what they typed is there already. */
  readonly #isMine: (clientId: string) => boolean;
  readonly #shown = new Set<string>();
  /** What was shown of a step that is being said. */
  #streamed: { readonly item: string; readonly text: string } | undefined;

  constructor(write: (text: string) => void, isMine: (clientId: string) => boolean = () => false) {
    this.#write = write;
    this.#isMine = isMine;
  }

  stream({ item_id, offset, text }: Extract<ConversationEvent, { type: 'text' }>): void {
    const before = this.#streamed?.item === item_id ? this.#streamed.text : '';
    // It is said again from the beginning: what was shown does not count.
    if (offset < before.length || (this.#streamed && this.#streamed.item !== item_id)) this.breakOff();
    this.#streamed = { item: item_id, text: (this.#streamed?.text ?? '').slice(0, offset) + text };
    this.#write(cleanText(text));
  }

  show(item: WireItem): void {
    if (item.kind === 'step' && item.state === 'dropped') this.breakOff();
    const isOver = item.position !== null && !isUnderWay(item);
    if (!isOver || this.#shown.has(item.item_id)) return;
    this.#shown.add(item.item_id);
    if (item.kind === 'step') this.#showStep(item);
    else if (item.kind === 'ring') this.#write(`◆ ${ringLine(item.text)}\n`);
    else if (item.kind === 'goal') this.#showGoal(item);
    else if (item.kind === 'person' && !this.#isMine(item.client_id))
      this.#write(`you  ${cleanText(item.text)}\n`);
  }

  #showGoal(item: WireGoalItem): void {
    const note = goalNote(item);
    if (note !== undefined) this.#write(`◇ ${cleanText(note)}\n`);
  }

  /** What was begun and not stored does not count, and may come again. */
  breakOff(): void {
    if (this.#streamed) this.#write(' …\n');
    this.#streamed = undefined;
  }

  #showStep({ item_id, text, calls }: WireStepItem): void {
    const shown = this.#streamed?.item === item_id ? this.#streamed.text : '';
    if (shown === '') this.breakOff();
    this.#streamed = undefined;
    this.#write(cleanText(text.slice(shown.length)));
    if (text !== '' && !text.endsWith('\n')) this.#write('\n');
    for (const { tool, input } of calls) this.#write(`⏵ ${cut(tool)}  ${cut(describeInput(input))}\n`);
  }
}

function isUnderWay(item: WireItem): boolean {
  if (item.kind === 'goal') return item.event === 'judging';
  return item.kind === 'step' && item.state !== 'said';
}

/** The first sentence of a notification, without its mark. */
function ringLine(text: string): string {
  const back = describeBack(text);
  if (back) return back.words;
  const [line = ''] = text.replace(/^\[IMPORTANT: /, '').split('\n');
  return cut(cleanText(line.split('. Started')[0] ?? line));
}

function cut(text: string): string {
  const line = cleanText(text).replaceAll('\n', ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS - 1)}…` : line;
}
