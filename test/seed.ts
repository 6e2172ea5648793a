/**
 * Property tests draw from one seed, so that a run can be repeated: RINGBACK_SEED names another, `random` any. Loaded
 * before every test file by scripts/test.ts.
 */
import fc from 'fast-check';

const wanted = process.env.RINGBACK_SEED ?? '20261115';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });
