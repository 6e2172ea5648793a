/** Node's SQLite and explicit resource management are what an older one lacks. */
export const OLDEST_NODE = 24;

/** What is wrong with the Node that runs this, if it is too old. Written for any Node: an old one must get this far. */
export function describeOldNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return undefined;
  return `Ringback needs Node ${OLDEST_NODE} or newer; this is ${process.version} (${process.execPath}).`;
}
