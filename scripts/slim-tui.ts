/** A plugin of the build for the terminal's chat, whose prompt is to be there at once. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const library = /\/node_modules\/@earendil-works\/pi-tui\/dist\//;

const nothing = {
  // The clipboard, and Shift in terminals of macOS: native code, which is not published with us.
  'native-platform': ['getNativePlatformHelper', 'getNativeClipboard'],
  // Formulas are shown as they were written.
  latex: ['renderLatex'],
};

/** Of the library only what is used, which it does not say of itself. */
export const onlyUsedParts: Plugin = {
  name: 'only-used-parts',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return library.test(file) ? { path: file, sideEffects: false } : undefined;
    });
    for (const [file, names] of Object.entries(nothing))
      onLoad({ filter: new RegExp(`/pi-tui/dist/${file}\\.js$`) }, () => ({
        contents: names.map((name) => `export const ${name} = () => undefined;\n`).join(''),
        loader: 'js',
      }));
  },
};
