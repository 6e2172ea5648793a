/** An older Node lacks SQLite and explicit resource management. */
const OLDEST_NODE = 24;

/** What is wrong with this Node, if it is too old. Its syntax works in any Node: an old one must get this far. */
export function describeOldNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return undefined;
  return `Ringback needs Node ${OLDEST_NODE} or newer; this is ${process.version} (${process.execPath}).`;
}
