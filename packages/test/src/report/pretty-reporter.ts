import { duration, oneLine, type Paint, painted, plain } from '@loadout/command';
import { coverageText } from '../coverage/coverage-lines.js';
import type { Repeats, TestReport, TestResult } from '../runs/test-report.js';
import { byFile, countsText, countTests } from './count-tests.js';
import { failureLines } from './failure-text.js';
import type { Reporter, ReporterIo } from './reporter.js';

/** Above this number, tests that pass are counted and not named. */
const MOST_NAMED = 30;
/** Failures of one test that are shown whole. */
const MOST_SHOWN = 5;
const NAME_WIDTH = 60;

/** Prints names and durations, then each failure with its lines of the file. */
export class PrettyReporter implements Reporter {
  readonly #io: ReporterIo;
  readonly #paint: Paint;
  #total = 0;
  #ended = 0;

  constructor(io: ReporterIo) {
    this.#io = io;
    this.#paint = io.isTerminal && !io.env.NO_COLOR ? painted : plain;
  }

  start(total: number): void {
    this.#total = total;
    this.#ended = 0;
  }

  result(): void {
    this.#ended += 1;
    if (this.#io.isTerminal) this.#io.err(`\r${this.#paint('dim', `${this.#ended}/${this.#total}`)}\x1b[K`);
  }

  end(report: TestReport): void {
    if (this.#io.isTerminal) this.#io.err('\r\x1b[K');
    const counts = countTests(report.tests);
    for (const [file, tests] of byFile(report)) this.#tellFile(file, tests, counts.tests <= MOST_NAMED);
    for (const test of report.tests) if (test.status === 'failed') this.#tellFailed(test);
    if (report.coverage !== undefined) this.#out(`\n${coverageText(report.coverage, report)}`);
    const style = counts.failed > 0 ? 'red' : 'green';
    this.#out(`\n${this.#paint(style, countsText(counts))} in ${duration(report.stop - report.start)}\n`);
  }

  #out(text: string): void {
    this.#io.out(this.#io.env.GITHUB_ACTIONS === 'true' ? withoutCommands(text) : text);
  }

  #tellFile(file: string, tests: readonly TestResult[], isNamed: boolean): void {
    const { passed } = countTests(tests);
    const quiet = isNamed || passed === 0 ? '' : `  ${this.#paint('green', '✓')} ${passed} passed`;
    this.#out(`${this.#paint('bold', oneLine(file, 200))}${quiet}\n`);
    const shown = tests.filter(({ status }) => isNamed || status !== 'passed');
    const width = Math.min(NAME_WIDTH, Math.max(0, ...shown.map(({ name }) => oneLine(name, NAME_WIDTH).length)));
    for (const test of shown) this.#out(`${this.#line(test, width)}\n`);
  }

  #line(test: TestResult, width: number): string {
    const mark = { passed: this.#paint('green', '✓'), failed: this.#paint('red', '✗'), skipped: this.#paint('yellow', '-') };
    const name = oneLine(test.name, NAME_WIDTH).padEnd(width);
    return `  ${mark[test.status]} ${name}  ${this.#paint('dim', sideOf(test))}`.trimEnd();
  }

  #tellFailed(test: TestResult): void {
    const shown = test.failures.slice(0, MOST_SHOWN);
    const more = test.failures.length - shown.length;
    this.#out(`\n${this.#paint('red', '✗')} ${this.#paint('bold', oneLine(test.name, 200))}\n`);
    const blocks = shown.map((failure) => failureLines(failure).map(indented).join('\n'));
    this.#out(`${blocks.join('\n\n')}\n`);
    if (more > 0) this.#out(`  … ${more} more ${more === 1 ? 'failure' : 'failures'}\n`);
    if (test.again !== undefined) this.#out(`  Run it alone: ${oneLine(test.again, 300)}\n`);
  }
}

/** GitHub reads commands in the output of a step, also behind blanks. The text of a model is none. */
const withoutCommands = (text: string): string => text.replace(/^(\s*):(?=:)/gm, '$1\\:').replaceAll('##[', '#\\#[');
const INDENT = '  ';
const indented = (line: string): string => (line === '' ? '' : `${INDENT}${line}`);

function sideOf({ status, skipped, durationMs, repeats }: TestResult): string {
  if (status === 'skipped') return `skipped: ${oneLine(skipped ?? 'no reason', 160)}`;
  const of = repeats === undefined ? '' : `${repeats.passed}/${repeats.runs} runs, pass^${repeats.k} ${share(repeats.passAll)}, `;
  return `${of}${votesText(repeats)}${duration(durationMs)}`;
}

/** The votes of the judge over all runs. A yes by few votes is a test that may turn. */
function votesText({ judgements = [] }: Partial<Repeats> = {}): string {
  const votes = judgements.flatMap((one) => one.votes);
  return votes.length === 0 ? '' : `${votes.filter(({ verdict }) => verdict === 'pass').length}/${votes.length} votes, `;
}

const share = (value: number): string => `${(value * 100).toFixed(0)} %`;
