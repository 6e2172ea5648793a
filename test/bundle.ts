import { buildSync } from 'esbuild';

/**
 * Makes one file of a program that is started again and again: it loads in 50 ms, and its hundreds of modules in 300. It
 * does not find the keeper from its own place: name it in RINGBACK_KEEPER.
 */
export function bundle(program: string, outfile: string): void {
  buildSync({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['@kubernetes/*', 'modal', '@daytona*', 'dockerode', 'ws'],
  });
}
