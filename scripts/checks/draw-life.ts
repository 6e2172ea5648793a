/** A table of states and events as a diagram in Mermaid, which also reads well as text. */

export type LifeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function drawLife(table: LifeTable): string {
  const [first = ''] = Object.keys(table);
  return [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${first}`,
    ...Object.entries(table).flatMap(([state, row]) => drawRow(state, row)),
    '```',
    '',
  ].join('\n');
}

/** One arrow for each next state, with all the events that lead there. */
function drawRow(state: string, row: Readonly<Record<string, string>>): string[] {
  const events = Object.entries(row);
  if (events.length === 0) return [`  ${state} --> [*]`];
  return Array.from(
    Map.groupBy(events, ([, next]) => next),
    ([next, leading]) => `  ${state} --> ${next}: ${leading.map(([event]) => event).join(', ')}`,
  );
}
