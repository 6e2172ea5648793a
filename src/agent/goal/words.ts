/** What the model is told when a goal takes a turn. No person wrote it, but the goal itself. */
export function goalMessage({
  text,
  reason,
  spent,
}: {
  readonly text: string;
  readonly reason: string;
  readonly spent: { readonly turns: number };
}): string {
  const isFirst = spent.turns === 0;
  const head = isFirst
    ? '[GOAL: the person has set this goal. Work towards it by yourself, turn by turn. After each turn a judge who sees only this conversation and what runs says whether it is reached: show what proves it. To wait for something, start it in the background and end your turn: you are woken.]'
    : '[GOAL: it is not reached yet, and nobody has written. Go on with what is missing; do not repeat what was done.]';
  const judged = isFirst || reason === '' ? [] : [`What the judge said: ${reason}`];
  return [head, ...judged, `The goal: ${text}`].join('\n\n');
}
