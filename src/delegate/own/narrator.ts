import type { Item, ItemCall, StepItem } from '../../agent/store/item.ts';
import type { Store } from '../../agent/store/store.ts';
import { isObject } from '../../base/is-object.ts';
import type { Progress } from '../runner.ts';

const ITEMS_AT_ONCE = 100;

/** Tells what happens in a conversation, from what is stored: each thing once. */
export class Narrator {
  readonly #store: Store;
  readonly #conversation: string;
  readonly #progress: (progress: Progress) => void;
  #sequence = 0;
  readonly #said = new Set<string>();
  readonly #open = new Set<string>();
  readonly #over = new Set<string>();
  #lastText = '';

  constructor(store: Store, conversation: string, progress: (progress: Progress) => void) {
    this.#store = store;
    this.#conversation = conversation;
    this.#progress = progress;
  }

  /** The last thing that was said. */
  get lastText(): string {
    return this.#lastText;
  }

  hasHeard(step: string): boolean {
    return this.#said.has(step);
  }

  /** How often the model has answered. */
  get answers(): number {
    return this.#said.size;
  }

  /** To be called when something was stored. */
  look(): void {
    for (;;) {
      const items = this.#store.items(this.#conversation, this.#sequence, ITEMS_AT_ONCE);
      for (const item of items) this.#tell(item);
      if (items.length < ITEMS_AT_ONCE) return;
    }
  }

  #tell(item: Item): void {
    this.#sequence = item.sequence;
    if (item.kind !== 'step' && item.kind !== 'summary') return;
    if (item.state === 'said' && !this.#said.has(item.id)) {
      this.#said.add(item.id);
      if (item.kind === 'step') this.#tellText(item);
      else this.#progress({ kind: 'alive' });
    }
    if (item.kind === 'step') for (const call of item.calls) this.#tellCall(call);
  }

  #tellText({ content }: StepItem): void {
    const text = content
      .flatMap((part) => (part.type === 'text' ? [part.text] : []))
      .join('\n')
      .trim();
    if (text !== '') this.#lastText = text;
    this.#progress(text === '' ? { kind: 'alive' } : { kind: 'text', text });
  }

  #tellCall({ id, tool, input, state, isError }: ItemCall): void {
    const isOver = state === 'answered' || state === 'denied';
    if (this.#over.has(id) || (!isOver && state !== 'begun')) return;
    if (!this.#open.has(id)) this.#progress({ kind: 'call', id, tool, about: aboutOf(input) });
    this.#open.add(id);
    if (!isOver) return;
    this.#over.add(id);
    this.#progress({ kind: 'answered', id, isError: isError || state === 'denied' });
  }
}

/** What a call is about, in the words of whichever of these it has. */
function aboutOf(input: unknown): string {
  if (!isObject(input)) return '';
  const named = ['command', 'path', 'pattern', 'code', 'goal', 'note', 'session_id']
    .map((name) => input[name])
    .find((value) => typeof value === 'string');
  const action = typeof input.action === 'string' ? input.action : undefined;
  return [action, named ?? (action === undefined ? JSON.stringify(input) : undefined)]
    .filter((part) => part !== undefined)
    .join(' ');
}
