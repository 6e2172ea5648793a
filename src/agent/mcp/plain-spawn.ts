/** Replaces what the SDK starts programs with (scripts/build.ts): that is for Windows. */
export { spawn as default } from 'node:child_process';
