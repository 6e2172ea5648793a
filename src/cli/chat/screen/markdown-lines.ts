import { Markdown, type MarkdownTheme } from '@earendil-works/pi-tui';
import { cleanText } from '../../../output/clean-text.ts';
import type { Style } from './style.ts';

const options = { renderLatex: false, preserveOrderedListMarkers: true };
/** After an empty line these begin something of their own, whatever was before: a heading, or words. */
const beginning = /^(?:#|\p{L}|\*\*)/u;
const fence = /^ {0,3}(?:```|~~~)/;

/** Markdown that is drawn again with every word that comes: only its last section is drawn anew. */
export class MarkdownLines {
  #width = 0;
  #drawn = new Map<string, readonly string[]>();

  draw(text: string, width: number, style: Style): string[] {
    const before = width === this.#width ? this.#drawn : new Map<string, readonly string[]>();
    this.#width = width;
    this.#drawn = new Map();
    return sectionsOf(cleanText(text)).flatMap((section, index) => {
      const lines = before.get(section) ?? drawSection(section, width, style);
      this.#drawn.set(section, lines);
      return index === 0 ? lines : ['', ...lines];
    });
  }
}

/** What stands by itself. A list, a quotation or a table is never cut in two. */
function sectionsOf(text: string): string[] {
  const sections: string[][] = [];
  let isFenced = false;
  let isAfterBlank = true;
  for (const line of text.trim().split('\n')) {
    const last = sections.at(-1);
    if (last && !(isAfterBlank && !isFenced && beginning.test(line))) last.push(line);
    else sections.push([line]);
    if (fence.test(line)) isFenced = !isFenced;
    isAfterBlank = line.trim() === '';
  }
  return sections.map((lines) => lines.join('\n').trimEnd());
}

/** Blanks at the end of a line would be copied with it. */
function drawSection(text: string, width: number, style: Style): string[] {
  const markdown = new Markdown(text, 0, 0, themeOf(style), undefined, options);
  const lines = markdown.render(width).map((line) => line.replace(/ +$/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines;
}

function themeOf(style: Style): MarkdownTheme {
  const asIs = (text: string) => text;
  return {
    heading: style.bold,
    link: style.underline,
    linkUrl: style.dim,
    code: (text) => `${style.dim('`')}${text}${style.dim('`')}`,
    codeBlock: asIs,
    codeBlockBorder: style.dim,
    quote: style.italic,
    quoteBorder: style.dim,
    hr: style.dim,
    listBullet: asIs,
    bold: style.bold,
    italic: style.italic,
    strikethrough: style.strike,
    underline: style.underline,
  };
}
