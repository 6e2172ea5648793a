/**
 * A result as a client takes it. Some show the model only the text, some only the object: both say the same, and nothing
 * that the model must see is anywhere else (trap 17).
 */
export function toToolResult(result: Readonly<Record<string, unknown>>, isError: boolean) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(result) }],
    structuredContent: result,
    ...(isError && { isError: true }),
  };
}
