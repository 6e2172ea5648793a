import { visibleWidth } from '@earendil-works/pi-tui';
import { cleanText } from '../../../output/clean-text.ts';
import type { WireApproval } from '../../../wire/conversation.ts';
import { describeFully, describePlace } from '../describe-input.ts';
import { cleanLines, cut, oneLine, spread, wrapIndented } from './fit.ts';
import type { Style } from './style.ts';

/** What stands between the conversation and the prompt, because it is not settled. */
export type Below = {
  /** Said, and not heard by the model yet. */
  readonly waiting: readonly string[];
  readonly approvals: readonly WireApproval[];
  /** What keeps it from going on. */
  readonly trouble: string | undefined;
  /** An answer to the last key. */
  readonly hint: string | undefined;
};

const KEYS = '[a]llow  [d]eny  a[l]ways';
/** Nobody reads more before answering; how much there is besides is said. */
const MOST_LINES = 30;
/** Of a single field: a long one does not hide those after it. */
const MOST_OF_FIELD = 15;

export function drawBelow(below: Below, width: number, style: Style): string[] {
  const { waiting, approvals, trouble, hint } = below;
  return [
    ...waiting.map((text) => cut(style.dim(`you  ${oneLine(text)}`), width)),
    ...approvals.slice(0, 1).flatMap((one) => drawApproval(one, approvals.length - 1, width, style)),
    ...(trouble === undefined ? [] : wrapIndented(cleanText(trouble), width, '').map(style.attention)),
    ...(hint === undefined ? [] : wrapIndented(hint, width, '').map(style.dim)),
  ];
}

/** What is allowed is shown with every field: nobody can answer for what they do not see. */
function drawApproval(
  { tool, input, runs_in }: WireApproval,
  more: number,
  width: number,
  style: Style,
): string[] {
  const keys = `${style.bold(KEYS)}${more > 0 ? style.dim(`  ${more} more`) : ''}`;
  const fields = [...describeFully(input), ...describePlace(input, runs_in)].map(cleanLines);
  const head = `${style.attention('?')} ${style.bold(oneLine(tool))}`;
  const line = `${head}  ${fields.flat().join(' ')}`;
  if (fields.flat().length <= 1 && visibleWidth(line) + visibleWidth(keys) + 2 <= width)
    return [spread(line, keys, width)];
  const shorten = (lines: readonly string[], most: number) => {
    const hidden = lines.length - most;
    if (hidden <= 0) return lines;
    return [...lines.slice(0, most), style.attention(cut(`    … ${hidden} lines more: Ctrl-O`, width))];
  };
  const lines = fields.flatMap((field) =>
    shorten(
      field.flatMap((each) => wrapIndented(each, width, '    ')),
      MOST_OF_FIELD,
    ),
  );
  return [head, ...shorten(lines, MOST_LINES), cut(`  ${keys}`, width)];
}
