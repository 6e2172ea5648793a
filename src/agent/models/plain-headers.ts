/**
 * As much of `Headers` as the AI SDK and the MCP SDK use to put a request together. The build gives it to them
 * (`scripts/slim-ai-sdk.ts`): Node's own comes with all of `fetch`.
 */
export class PlainHeaders extends Map<string, string> {
  constructor(fields: Readonly<Record<string, string>> = {}) {
    super(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  }
}
