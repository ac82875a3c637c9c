import type { TestReport } from '../runs/test-report.js';

/** Returns the report without secrets in any text, before a format escapes characters and hides a secret from the search. */
export function redactedReport(report: TestReport, redact: (text: string) => string): TestReport {
  return redacted(report, redact) as TestReport;
}

/** Returns plain data without secrets in any text. */
export function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redacted(item, redact)]));
}
