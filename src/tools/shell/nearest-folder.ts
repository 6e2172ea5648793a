import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';

export function canEnter(folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false;
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or its nearest parent that exists. */
export function nearestFolder(folder: string): string {
  let nearest = folder;
  while (!canEnter(nearest) && nearest !== dirname(nearest)) nearest = dirname(nearest);
  return nearest;
}
