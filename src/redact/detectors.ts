import { assignmentDetector } from './assignment.ts';
import { sshpassDetector, userOptionDetector } from './command-line.ts';
import type { Detector } from './detector.ts';
import { authorizationDetector, basicDetector, bearerDetector, cookieDetector } from './headers.ts';
import { markDetector } from './marks.ts';
import { nakedKeyDetector, pemBeginDetector, pemEndDetector } from './pem.ts';
import { createRuleDetector } from './rule.ts';
import { rules } from './rules.ts';
import { urlDetector } from './url.ts';

/** Everything that is looked for, whatever the user's own secrets are. */
export function createDetectors(): Detector[] {
  return [
    markDetector,
    pemBeginDetector,
    pemEndDetector,
    nakedKeyDetector,
    authorizationDetector,
    bearerDetector,
    basicDetector,
    cookieDetector,
    userOptionDetector,
    sshpassDetector,
    urlDetector,
    assignmentDetector,
    ...rules.map(createRuleDetector),
  ];
}
