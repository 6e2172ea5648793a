/** JSON-RPC, as far as a relay has to read it. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request has an id and a method, a notification only the method, a response only the id. */
export type Message = {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params: Fields;
  readonly result?: unknown;
  readonly error?: unknown;
};

/** Null if it is not one: noise, a batch, another protocol. It is passed on like everything else. */
export function readMessage(line: Buffer): Message | null {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (!isFields(value)) return null;
    const { method, params } = value;
    if (method !== undefined && typeof method !== 'string') return null;
    return { ...value, params: isFields(params) ? params : {} };
  } catch {
    return null;
  }
}

export function writeMessage(message: Fields): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** `1` and `"1"` are different ids. */
export function idText(id: Message['id']): string {
  return JSON.stringify(id ?? null);
}

export function textOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
