import type { TestReport, TestResult } from '@loadout/testing';

export interface ReporterIo {
  out(text: string): void;
  err(text: string): void;
}

/** Stand-in until the reporters are merged. */
export function reporterOf(_: string, io: ReporterIo) {
  return {
    start: undefined as ((total: number) => void) | undefined,
    result: ({ name, status, failures, durationMs, skipped }: TestResult) => {
      io.out(
        `${status === 'passed' ? 'ok  ' : status === 'skipped' ? 'skip' : 'FAIL'} ${name} (${durationMs} ms)${skipped === undefined ? '' : ` ${skipped}`}\n`,
      );
      for (const { file, line, column, message, frame, detail, expected, actual, fix } of failures) {
        io.out(`  ${file}:${line}:${column} ${message}\n${fix === undefined ? '' : `  Fix: ${fix}\n`}`);
        if (expected !== undefined) io.out(`    expected ${expected}\n    actual   ${actual}\n`);
        for (const one of detail ?? []) io.out(`    ${one}\n`);
        if (frame !== undefined) io.out(`${frame}\n`);
      }
    },
    end: async ({ tests, start, stop }: TestReport) => {
      const count = (status: string) => tests.filter((one) => one.status === status).length;
      io.out(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped in ${stop - start} ms\n`);
    },
  };
}
