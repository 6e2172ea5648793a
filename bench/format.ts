import { type Finding, isMiss } from './measure.ts';

/** The findings as a table in Markdown. */
export function formatFindings(findings: readonly Finding[]): string {
  const header = ['measure', 'measured', 'at most', 'of the limit', 'result', 'how'];
  return formatTable(header, findings.map(toCells));
}

export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, header.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function toCells(finding: Finding): string[] {
  const { what, value, unit, atMost, how } = finding;
  if (atMost === undefined) return [what, formatValue(value, unit), '', '', '', how];
  const result = isMiss(finding) ? '**miss**' : 'pass';
  const share = `${Math.round((value / atMost) * 100)} %`;
  return [what, formatValue(value, unit), `${atMost} ${unit}`, share, result, how];
}

export function formatValue(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}
