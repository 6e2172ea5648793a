type Result = Readonly<Record<string, unknown>>;

/**
 * A result as a client takes it. Some show the model only the text, some only the object: both say the same, and nothing
 * that the model must see is anywhere else (trap 17).
 */
export function toToolResult(
  result: Result,
  isError: boolean,
  toText: (result: Result) => string = JSON.stringify,
) {
  return {
    content: [{ type: 'text' as const, text: toText(result) }],
    structuredContent: result,
    ...(isError && { isError: true }),
  };
}
