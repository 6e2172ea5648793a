import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RingbackError } from '../base/errors.ts';

/** A client library that only who needs it installs. `spec` is what npm is asked for. */
export type ClientLibrary = { readonly name: string; readonly spec: string };

/**
 * Loads it at first use, from where Ringback is installed, or from the node_modules of `folder`. The caller says as `T`
 * what it uses of it.
 */
export async function loadLibrary<T>(library: ClientLibrary, folder?: string): Promise<T> {
  const base = folder ? join(folder, 'node_modules') : import.meta.dirname;
  let file: string;
  try {
    file = createRequire(join(base, 'from-here.js')).resolve(library.name);
  } catch {
    const where = folder ? `in ${base}` : 'where Ringback is installed';
    const prefix = folder ? `--prefix ${folder} ` : '';
    throw new RingbackError(
      'no_program',
      `The package ${library.name} is not installed ${where}.`,
      `Install it: npm install ${prefix}${library.spec}`,
    );
  }
  const module = (await import(pathToFileURL(file).href)) as T & { default?: T };
  // A CommonJS package has all it exports there too, also what Node could not see beforehand.
  return module.default ?? module;
}

/** For `ringback doctor`. */
export async function checkLibrary(library: ClientLibrary, folder?: string) {
  const name = `package ${library.name}`;
  try {
    await loadLibrary(library, folder);
    return { name, isFine: true, detail: 'installed' };
  } catch (error) {
    const { message, hint } = error as Partial<RingbackError>;
    return { name, isFine: false, detail: message ?? String(error), ...(hint ? { hint } : {}) };
  }
}
