import { createRedactor } from '../../src/redact/redactor.ts';

export const { redact } = createRedactor();
