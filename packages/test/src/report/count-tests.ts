import type { TestReport, TestResult } from '../runs/test-report.js';

export interface Counts {
  readonly tests: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countTests(tests: readonly TestResult[]): Counts {
  const of = (status: TestResult['status']) => tests.filter((test) => test.status === status).length;
  return { tests: tests.length, passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** The counts in words: `1 failed, 12 passed, 2 skipped`. */
export function countsText({ passed, failed, skipped }: Counts): string {
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return parts.join(', ') || 'no tests';
}

/** The tests by file, in the order in which the files come. */
export function byFile({ tests }: Pick<TestReport, 'tests'>): ReadonlyMap<string, readonly TestResult[]> {
  const files = new Map<string, TestResult[]>();
  for (const test of tests) files.set(test.file, [...(files.get(test.file) ?? []), test]);
  return files;
}
