import type { TestReport, TestResult } from '../runs/test-report.js';
import { byFile, type Counts, countTests } from './count-tests.js';
import { failuresText } from './failure-text.js';

/** The report as JUnit XML: one suite for each file, with the file and line of each test. */
export function junitXml(report: TestReport): string {
  const suites = [...byFile(report)].map(([file, tests]) => suiteXml(file, tests, report.start));
  const seconds = (report.stop - report.start) / 1000;
  const attributes = { name: report.tool.name, ...counted(report.tests), time: seconds.toFixed(3) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites, 0)}\n`;
}

function suiteXml(file: string, tests: readonly TestResult[], start: number): string {
  const begun = Math.min(...tests.map((test) => test.start), Number.POSITIVE_INFINITY);
  const timestamp = new Date(Number.isFinite(begun) ? begun : start).toISOString().slice(0, 19);
  const seconds = tests.reduce((all, { durationMs }) => all + durationMs, 0) / 1000;
  const attributes = { name: file, timestamp, ...counted(tests), time: seconds.toFixed(3), file };
  return element('testsuite', attributes, tests.map(caseXml), 1);
}

/** A test that could not run is an error; a test whose expectation does not hold is a failure. */
const isError = ({ failures }: TestResult): boolean => failures.some(({ code }) => code !== undefined);

function counted(tests: readonly TestResult[]): Readonly<Record<string, number>> {
  const { tests: all, failed, skipped }: Counts = countTests(tests);
  const broken = tests.filter((test) => test.status === 'failed' && isError(test)).length;
  return { tests: all, failures: failed - broken, errors: broken, skipped };
}

function caseXml(test: TestResult): string {
  const { name, file, line, durationMs, status, skipped } = test;
  const classname = file.replace(/\.(?:ya?ml|json|[mc]?[jt]s)$/, '').replaceAll('/', '.');
  const attributes = { classname, name, file, line, time: (durationMs / 1000).toFixed(3) };
  if (status === 'skipped') return element('testcase', attributes, [element('skipped', { message: skipped ?? '' }, [], 3)], 2);
  return element('testcase', attributes, status === 'failed' ? [failureXml(test)] : [], 2);
}

function failureXml(test: TestResult): string {
  const { failures } = test;
  const [first] = failures;
  const more = failures.length > 1 ? ` (and ${failures.length - 1} more)` : '';
  const message = `${first?.message ?? 'The test failed.'}${more}`;
  const attributes = { message, type: first?.code ?? first?.path.join('.') ?? 'failure' };
  const text = escaped(failuresText(failures));
  return `${'  '.repeat(3)}<${isError(test) ? 'error' : 'failure'}${attributesXml(attributes)}>${text}</${isError(test) ? 'error' : 'failure'}>`;
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, children: readonly string[], depth: number): string {
  const indent = '  '.repeat(depth);
  const open = `${indent}<${name}${attributesXml(attributes)}`;
  return children.length === 0 ? `${open}/>` : `${open}>\n${children.join('\n')}\n${indent}</${name}>`;
}

const attributesXml = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`)}"`)
    .join('');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 cannot hold, not even as an entity: controls, halves of a pair, and the two that are no characters. */
const FORBIDDEN =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escaped = (text: string): string => text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
