/** What our question in pi is titled; its placeholder is the call, as JSON. */
export const QUESTION = 'ringback: may this be called?';
export const ALLOWED = 'allowed';

/** An extension of pi that asks whoever drives it before each call; a reason instead of `allowed` is what its model is told. */
export const askBeforeCalls = `export default function (pi) {
  pi.on('tool_call', async ({ toolName: tool, input }, { ui }) => {
    const answer = await ui.input(${JSON.stringify(QUESTION)}, JSON.stringify({ tool, input }));
    if (answer === ${JSON.stringify(ALLOWED)}) return;
    return { block: true, reason: answer || 'Nobody has allowed it.' };
  });
}
`;
