type Result = Readonly<Record<string, unknown>>;

/**
 * A result for the client. Some show the model only the text, some only the object: both say the same, and everything
 * the model must see is in them (trap 17).
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
