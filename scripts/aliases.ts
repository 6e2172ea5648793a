/** What bundles of ours have instead of a package's own file, from the root of the repository. */
export const aliases = {
  // Its main file finds its parts at run time, where no bundler can follow.
  'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  '@modelcontextprotocol/server/_shims': './src/mcp/sdk-shims.ts',
  '@modelcontextprotocol/client/_shims': './src/agent/mcp/sdk-shims.ts',
  // For Windows.
  'cross-spawn': './src/agent/mcp/plain-spawn.ts',
};
