/** A TCP port on which a process of a tree listens. */
export type ListeningPort = {
  /** As people write it: `127.0.0.1`, `0.0.0.0`, `::`. */
  readonly address: string;
  readonly port: number;
  readonly pid: number;
};

const ENTRY = /^([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) (\d+)$/;
/** An IPv4 address that is written as an IPv6 one. */
const MAPPED = /^0000000000000000FFFF0000([0-9A-F]{8})$/;

/** From `<address>:<port> <pid>;`…, the address in the kernel's hexadecimal. What is no such entry is left out. */
export function parsePorts(text: string | undefined): readonly ListeningPort[] | undefined {
  return text?.split(';').flatMap((entry) => {
    const [, address, port, pid] = ENTRY.exec(entry) ?? [];
    if (address === undefined || port === undefined) return [];
    return [{ address: toAddress(address), port: Number.parseInt(port, 16), pid: Number(pid) }];
  });
}

/** `127.0.0.1:80`, `[::1]:80`. */
export function formatPort({ address, port }: Pick<ListeningPort, 'address' | 'port'>): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Every word of four bytes is written as the number that it is to the machine, whose lowest byte comes first. */
function toAddress(hex: string): string {
  const [, mapped] = MAPPED.exec(hex) ?? [];
  const words = (mapped ?? hex).match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).reverse());
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  const groups = bytes.flatMap((byte, index) => (index % 2 === 0 ? [`${byte}${bytes[index + 1]}`] : []));
  // The URL parser knows the short form.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
