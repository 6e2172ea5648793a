import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileScanner, findCompiler } from '../../../scripts/build-scanner.ts';
import { scannerCompiler, scannerModule } from '../../../src/output/scan/scanner-wasm.ts';

const skip = findCompiler() === scannerCompiler ? false : `needs ${scannerCompiler}`;

test('the committed module is what scanner.c compiles to', { skip }, () => {
  assert.equal(compileScanner().toString('base64'), scannerModule.replaceAll('\n', ''));
});
