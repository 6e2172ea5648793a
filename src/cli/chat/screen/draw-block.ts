import type { Block } from './blocks.ts';
import { drawCall, type ProcessState } from './call-line.ts';
import { cleanLines, wrapIndented } from './fit.ts';
import type { MarkdownLines } from './markdown-lines.ts';
import { drawRing } from './ring-lines.ts';
import type { Style } from './style.ts';

export type View = {
  readonly style: Style;
  readonly now: number;
  readonly isUnfolded: boolean;
  process(id: string): ProcessState | undefined;
};

const YOU = 'you  ';

/** `markdown` remembers what it drew of this block before. */
export function drawBlock(block: Block, width: number, view: View, markdown: MarkdownLines): string[] {
  const { style } = view;
  switch (block.kind) {
    case 'person':
      return drawPerson(block, width, style);
    case 'said':
      return markdown.draw(block.text, width, style);
    case 'call':
      return drawCall({ ...block, ...view }, width, style);
    case 'ring':
      return drawRing(block.text, width, style);
    case 'note': {
      const paint = { plain: (text: string) => text, dim: style.dim, bad: style.bad }[block.tone];
      return block.text.split('\n').flatMap((line) => wrapIndented(line, width, '').map(paint));
    }
  }
}

function drawPerson(
  { text, images }: Extract<Block, { kind: 'person' }>,
  width: number,
  style: Style,
): string[] {
  const pictures = images === 0 ? [] : [style.dim(images === 1 ? '[1 image]' : `[${images} images]`)];
  const lines = [...(text.trim() === '' ? [] : cleanLines(text)), ...pictures];
  return lines
    .flatMap((line) => wrapIndented(line, width, ' '.repeat(YOU.length)))
    .map((line, index) => (index === 0 ? style.bold(YOU) + line.slice(YOU.length) : line));
}
