import { pathToFileURL } from 'node:url';

/** A trace then says `script.mjs:3:7`: the private folder means nothing to whoever wrote the script. */
export function shortenPaths(text: string, folder: string): string {
  return text.replaceAll(`${pathToFileURL(folder).href}/`, '').replaceAll(`${folder}/`, '');
}
