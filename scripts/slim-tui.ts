/** A plugin of the build for the terminal's chat, whose prompt is to be there at once. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const library = /\/node_modules\/@earendil-works\/pi-tui\/dist\//;

/**
 * Of the library only what is used, which it does not say of itself; and none of its native parts (the clipboard, and
 * Shift in terminals of macOS), which are not published with us.
 */
export const onlyUsedParts: Plugin = {
  name: 'only-used-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return library.test(file) ? { path: file, sideEffects: false } : undefined;
    });
    onLoad({ filter: /\/pi-tui\/dist\/native-platform\.js$/ }, () => ({
      contents:
        'export const getNativePlatformHelper = () => undefined;\nexport const getNativeClipboard = () => undefined;\n',
      loader: 'js',
    }));
  },
};
