import { StringDecoder } from 'node:string_decoder';

/** Lines without their ends. What a line has beyond `longest` characters is forgotten as it comes. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  const keep = (text: string): void => {
    const kept = text.slice(0, longest - length);
    if (kept !== '') parts.push(kept);
    length += kept.length;
  };
  const take = (): string => {
    const line = parts.join('');
    parts = [];
    length = 0;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    keep(first);
    for (const text of others) {
      yield take();
      keep(text);
    }
  }
  keep(decoder.end());
  if (length > 0) yield take();
}
