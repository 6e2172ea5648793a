import { RingbackError } from '../../base/errors.ts';

/** What the system says about a path, as a sentence for the model. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof RingbackError) return error;
  const path = 'path' in error && typeof error.path === 'string' ? error.path : 'the path';
  switch (error.code) {
    case 'ENOENT':
      return new RingbackError(
        'not_found',
        `There is no ${path}.`,
        'search with `name` finds files by name.',
      );
    case 'ENOTDIR':
      return new RingbackError('not_found', `A part of ${path} is a file, not a folder.`);
    case 'EACCES':
    case 'EPERM':
      return new RingbackError('forbidden', `You have no permission for ${path}.`);
    case 'EISDIR':
      return new RingbackError('bad_request', `${path} is a folder.`);
    case 'ELOOP':
      return new RingbackError('bad_request', `${path} is a link that leads back to itself.`);
    case 'ENAMETOOLONG':
      return new RingbackError('bad_request', 'The path is too long.');
    default:
      return 'syscall' in error ? new RingbackError('failed', `${path}: ${error.message}.`) : error;
  }
}
