/**
 * As much of `Headers` as the AI SDK uses to put a request together. The build gives it to the SDK (`scripts/slim-ai-sdk.ts`):
 * Node's own comes with all of `fetch`.
 */
export class PlainHeaders extends Map<string, string> {
  constructor(fields: Readonly<Record<string, string>> = {}) {
    super(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  }
}
