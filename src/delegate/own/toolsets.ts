/** Names for several tools at once, as whoever delegates may write them. */
const sets: Readonly<Record<string, readonly string[]>> = {
  terminal: ['terminal', 'process', 'wake'],
  files: ['read', 'edit', 'search'],
  file: ['read', 'edit', 'search'],
  code: ['execute_code'],
  delegation: ['delegate'],
};

/**
 * Which tools a delegate has: all, or those of the named sets. A name may also be that of a tool, or of a server of other people's
 * tools, which begin with it.
 */
export function offersOf(
  toolsets: readonly string[] | undefined,
  mayDelegate: boolean,
): (tool: string) => boolean {
  return (tool) => {
    if (tool === 'delegate' && !mayDelegate) return false;
    if (!toolsets) return true;
    return toolsets.some(
      (name) => sets[name]?.includes(tool) || tool === name || tool.startsWith(`${plain(name)}_`),
    );
  };
}

/** As in the names of tools. */
function plain(name: string): string {
  return name.replace(/[^\w-]/g, '_');
}
