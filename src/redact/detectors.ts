import { assignmentDetector } from './assignment.ts';
import {
  passSourceDetector,
  passwdDetector,
  passwordOptionDetector,
  sshpassDetector,
  userOptionDetector,
} from './command-line.ts';
import type { Detector } from './detector.ts';
import { encodedKeyDetector } from './encoded-key.ts';
import { authorizationDetector, basicDetector, bearerDetector, cookieDetector } from './headers.ts';
import { markDetector } from './marks.ts';
import { netrcDetector, pgpassDetector } from './password-files.ts';
import { nakedKeyDetector, pemBeginDetector, pemEndDetector } from './pem.ts';
import { createRuleDetector } from './rule.ts';
import { rules } from './rules.ts';
import { tableDetector } from './table.ts';
import { encodedUrlDetector, urlDetector } from './url.ts';
import { begunTokenDetector } from './wrapped.ts';

export function createDetectors(): Detector[] {
  return [
    markDetector,
    pemBeginDetector,
    pemEndDetector,
    nakedKeyDetector,
    encodedKeyDetector,
    authorizationDetector,
    bearerDetector,
    basicDetector,
    cookieDetector,
    userOptionDetector,
    sshpassDetector,
    passwordOptionDetector,
    passSourceDetector,
    passwdDetector,
    netrcDetector,
    pgpassDetector,
    tableDetector,
    begunTokenDetector,
    urlDetector,
    encodedUrlDetector,
    assignmentDetector,
    ...rules.map(createRuleDetector),
  ];
}
