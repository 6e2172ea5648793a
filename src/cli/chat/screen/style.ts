/** How text looks. Colours stand for states only, and only where the user wants any (https://no-color.org). */
export type Style = {
  readonly good: Paint;
  readonly attention: Paint;
  readonly bad: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
  readonly italic: Paint;
  readonly underline: Paint;
  readonly strike: Paint;
};
export type Paint = (text: string) => string;

/** Each ends only itself, so that one may stand inside of another. */
const paint =
  (on: number, off: number): Paint =>
  (text) =>
    text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`;
const asIs: Paint = (text) => text;

export function createStyle(hasColours: boolean): Style {
  const colour = (code: number) => (hasColours ? paint(code, 39) : asIs);
  return {
    good: colour(32),
    attention: colour(33),
    bad: colour(31),
    dim: paint(2, 22),
    bold: paint(1, 22),
    italic: paint(3, 23),
    underline: paint(4, 24),
    strike: paint(9, 29),
  };
}

/** For tests, and for what is measured. */
export const plainStyle: Style = {
  good: asIs,
  attention: asIs,
  bad: asIs,
  dim: asIs,
  bold: asIs,
  italic: asIs,
  underline: asIs,
  strike: asIs,
};
