import { pathToFileURL } from 'node:url';

/** Shortens paths in traces to `script.mjs:3:7`: the private folder means nothing to whoever wrote the script. */
export function shortenPaths(text: string, folder: string): string {
  return text.replaceAll(`${pathToFileURL(folder).href}/`, '').replaceAll(`${folder}/`, '');
}
