import { appendFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { duration, oneLine, printable } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { PlacedFailure, TestReport, TestResult } from '../runs/test-report.js';
import { countsText, countTests } from './count-tests.js';
import { failureLines, failuresText, placeOf } from './failure-text.js';
import type { Reporter, ReporterIo } from './reporter.js';

/** GitHub shows ten errors of a step; the rest stays in the summary. */
const MOST_ERRORS = 10;

/** Prints annotations at the lines of the failures, and appends a table of all tests to the summary of the step. */
export function githubReporter(io: ReporterIo): Reporter {
  return {
    end: (report) => {
      for (const line of annotations(report, io)) io.out(`${line}\n`);
      const file = io.env.GITHUB_STEP_SUMMARY;
      if (file) appendSummary(file, githubSummary(report, { mostBytes: roomIn(file) }), io);
    },
  };
}

/** The workflow commands: the first failure of each test, then further ones, as many as are shown. */
export function annotations(report: TestReport, { env }: Pick<ReporterIo, 'env'>): readonly string[] {
  const failed = report.tests.filter((test) => test.status === 'failed');
  const first = failed.flatMap((test) => test.failures.slice(0, 1).map((failure) => ({ test, failure })));
  const further = failed.flatMap((test) => test.failures.slice(1).map((failure) => ({ test, failure })));
  const base = env.GITHUB_WORKSPACE || report.root;
  return [...first, ...further].slice(0, MOST_ERRORS).map((one) => annotation(one, resolveFrom(base, report.root)));
}

/** Returns a function that writes a file of the report as GitHub knows it: relative to the checked-out repository. */
const resolveFrom = (base: string, root: string) => (file: string) => {
  const inside = relative(base, resolve(root, file)).replaceAll('\\', '/');
  return inside.startsWith('../') ? file : inside;
};

function annotation(
  { test, failure }: { readonly test: TestResult; readonly failure: PlacedFailure },
  pathOf: (file: string) => string,
): string {
  const [, ...rest] = failureLines(failure, { withFrame: false });
  const message = [failure.message, ...rest].map(printable).join('\n');
  const properties = {
    file: pathOf(failure.file),
    line: failure.line,
    col: failure.column,
    title: `loadout test: ${test.name}`,
  };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${property(String(value))}`);
  return `::error ${written.join(',')}::${data(message)}`;
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(printable(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Earlier parts of the step may have written to the summary. */
function roomIn(file: string): number {
  try {
    return MOST_SUMMARY_BYTES - statSync(file).size;
  } catch {
    // The runner makes the file; without one, the whole summary is free.
    return MOST_SUMMARY_BYTES;
  }
}

function appendSummary(file: string, text: string, io: ReporterIo): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    io.err(`note: the summary of the step could not be written: ${printable(messageOf(error))}\n`);
  }
}

/** GitHub takes 1 MiB for a step, and nothing of a longer summary. */
const MOST_SUMMARY_BYTES = 1024 * 1024;
const CUT = '\n\nThe summary is cut here: a step has room for 1 MiB.\n';

/** The report as Markdown: the counts, each failure, a table of all tests. Cut at whole parts, so that it fits. */
export function githubSummary(report: TestReport, { mostBytes }: { readonly mostBytes: number }): string {
  const counts = countTests(report.tests);
  const failed = report.tests.filter(({ status }) => status === 'failed');
  const parts = [
    `### ${counts.failed > 0 ? '❌' : '✅'} loadout test: ${countsText(counts)} in ${duration(report.stop - report.start)}\n`,
    ...failed.map(failedPart),
    '\n| | Test | Place | Time |\n| --- | --- | --- | --: |\n',
    ...report.tests.map(row),
    '\n',
  ];
  return fitted(parts, mostBytes);
}

function fitted(parts: readonly string[], mostBytes: number): string {
  const most = mostBytes - Buffer.byteLength(CUT);
  let text = '';
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > most) return most <= 0 ? '' : `${text}${CUT}`;
    text += part;
  }
  return text;
}

function failedPart(test: TestResult): string {
  const text = printable(failuresText(test.failures));
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length + 1)));
  return `\n<details open><summary>${html(oneLine(test.name, 200))}</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>\n`;
}

const MARKS = { passed: '✅', failed: '❌', skipped: '⏭️' } as const;

function row(test: TestResult): string {
  const side = test.status === 'skipped' ? cell(`skipped: ${test.skipped ?? ''}`) : duration(test.durationMs);
  return `| ${MARKS[test.status]} | ${cell(test.name)} | ${cell(placeOf(test))} | ${side} |\n`;
}

const html = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const cell = (text: string): string => html(oneLine(text, 200)).replace(/[\\|`*_[\]]/g, '\\$&');
