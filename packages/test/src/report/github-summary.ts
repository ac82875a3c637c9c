import { duration, oneLine, printable } from '@loadout/command';
import type { TestReport, TestResult } from '../runs/test-report.js';
import { countsText, countTests } from './count-tests.js';
import { failuresText, placeOf } from './failure-text.js';

/** GitHub takes 1 MiB for a step, and nothing of a longer summary. */
export const MOST_SUMMARY_BYTES = 1024 * 1024;
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
