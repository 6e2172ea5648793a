/** A server-sent event; one without a name only carries the id to go on from. */
export type SseEvent = { readonly name: string; readonly id: string; readonly data: string };

/** Cuts a stream into events, however it was cut into chunks. Lines end with \n: the daemon writes no other. */
export function createSseParser(): (chunk: Buffer) => SseEvent[] {
  const decoder = new TextDecoder();
  let pending = '';
  return (chunk) => {
    // Only the chunk can hold the end of an event that `pending` began, except for the newline before its border.
    const searchFrom = Math.max(0, pending.length - 1);
    pending += decoder.decode(chunk, { stream: true });
    if (pending.indexOf('\n\n', searchFrom) === -1) return [];
    const blocks = pending.split('\n\n');
    pending = blocks.pop() ?? '';
    return blocks.flatMap(parseBlock);
  };
}

function parseBlock(block: string): SseEvent[] {
  const fields = { event: '', id: '', data: '' };
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    const name = line.slice(0, colon);
    if (name === 'event' || name === 'id' || name === 'data') fields[name] = line.slice(colon + 2);
  }
  return fields.id === '' ? [] : [{ name: fields.event, id: fields.id, data: fields.data }];
}
