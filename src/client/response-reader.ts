/** What the daemon's answers need of HTTP/1.1: a status, and a body of known length or in chunks. */
type Body =
  | { readonly type: 'length'; left: number }
  /** `left` bytes of the current chunk, then a line with the size of the next one; -1 before such a line. */
  | { readonly type: 'chunks'; left: number };

const LINE_END = '\r\n';

export class ResponseReader {
  /** 0 until the head was read. */
  status = 0;
  /** The last byte has been given: a connection that ends earlier was lost. */
  isComplete = false;
  #pending: Buffer = Buffer.alloc(0);
  #body: Body = { type: 'length', left: 0 };

  /** The parts of the body that these bytes hold. */
  push(bytes: Buffer): Buffer[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    if (this.status === 0 && !this.#readHead()) return [];
    return this.#body.type === 'length' ? this.#readLength(this.#body) : this.#readChunks(this.#body);
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf(LINE_END + LINE_END);
    if (end === -1) return false;
    const head = this.#take(end + 4).toString('latin1');
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 502);
    const length = /^content-length: (\d+)/im.exec(head)?.[1];
    this.#body =
      length === undefined ? { type: 'chunks', left: -1 } : { type: 'length', left: Number(length) };
    return true;
  }

  #readLength(body: Body): Buffer[] {
    const part = this.#take(body.left);
    body.left -= part.length;
    this.isComplete = body.left === 0;
    return part.length > 0 ? [part] : [];
  }

  #readChunks(body: Body): Buffer[] {
    const parts: Buffer[] = [];
    while (!this.isComplete) {
      if (body.left === -1 && !this.#readChunkSize(body)) break;
      const part = this.#take(body.left);
      body.left -= part.length;
      if (part.length > 0) parts.push(part);
      // The chunk's own line end follows it.
      if (body.left > 0 || this.#pending.length < LINE_END.length) break;
      this.#take(LINE_END.length);
      body.left = -1;
    }
    return parts;
  }

  /** A size of 0 is the end. */
  #readChunkSize(body: Body): boolean {
    const end = this.#pending.indexOf(LINE_END);
    if (end === -1) return false;
    body.left = Number.parseInt(this.#take(end + LINE_END.length).toString('latin1'), 16);
    this.isComplete = body.left === 0;
    return !this.isComplete;
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(taken.length);
    return taken;
  }
}
