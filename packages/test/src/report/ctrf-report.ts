import type { TestReport, TestResult } from '../runs/test-report.js';
import { byFile, countTests } from './count-tests.js';
import { failuresText } from './failure-text.js';

/** The report in the Common Test Report Format, with the run of each test under `extra`. */
export function ctrfReport(report: TestReport): Readonly<Record<string, unknown>> {
  const { tests, start, stop, tool } = report;
  const { passed, failed, skipped } = countTests(tests);
  const whole = { start: Math.round(start), stop: Math.round(stop) };
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: `${tool.name} ${tool.version}`,
    results: {
      tool: { name: tool.name, version: tool.version },
      summary: {
        tests: tests.length,
        passed,
        failed,
        pending: 0,
        skipped,
        other: 0,
        flaky: tests.filter(isFlaky).length,
        suites: byFile(report).size,
        ...whole,
        duration: whole.stop - whole.start,
      },
      tests: tests.map(ctrfTest),
    },
  };
}

/** Whether some runs of a live test failed although the test passed. */
const isFlaky = ({ status, repeats }: TestResult): boolean =>
  status === 'passed' && repeats !== undefined && repeats.passed < repeats.runs;

function ctrfTest(test: TestResult): Readonly<Record<string, unknown>> {
  const { name, status, durationMs, start, file, line, tags, skipped, failures, kind, repeats } = test;
  const began = Math.round(start);
  const [first] = failures;
  const message = status === 'skipped' ? skipped : first?.message;
  return {
    name,
    status,
    duration: Math.round(durationMs),
    start: began,
    stop: began + Math.round(durationMs),
    suite: [file],
    filePath: file,
    line: first?.line ?? line,
    type: kind,
    ...(tags.length > 0 ? { tags } : {}),
    ...(message === undefined ? {} : { message }),
    ...(failures.length > 0 ? { trace: failuresText(failures) } : {}),
    ...(repeats === undefined ? {} : { flaky: isFlaky(test) }),
    extra: extraOf(test),
  };
}

/** The parts of a run that a viewer shows. Events are left out: the JSON report has them. */
function extraOf({ failures, run, repeats, line, column }: TestResult): Readonly<Record<string, unknown>> {
  const { outcome, usage, calls } = run ?? {};
  const shown = calls?.map(({ tool, input, agent, state, by }) => ({ tool, input, agent, state, by }));
  const placed = failures.map(({ path, message, expected, actual, ...place }) => {
    const { file, line: at, column: of } = place;
    return { path: path.join('.'), message, expected, actual, file, line: at, column: of };
  });
  return { line, column, outcome, usage, calls: shown, failures: placed, repeats };
}
