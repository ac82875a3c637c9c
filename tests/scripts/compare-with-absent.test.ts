import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from './load-script.js';

const file = pathToFileURL(join(ROOT, 'tests/compat-sdk/versions/compare-with-absent.mjs')).href;
const { compareWithAbsent } = (await import(file)) as {
  compareWithAbsent(report: string, absent: Record<string, string>): { passed: number; problems: string[] };
};

const test = (fullName: string, status: 'passed' | 'failed') => ({ fullName, status, failureMessages: ['Error: no\n at x'] });
const report = (...assertionResults: readonly object[]) =>
  `a line before\n${JSON.stringify({ testResults: [{ name: 'a.ts', status: 'failed', message: '', assertionResults }] })}`;

describe('the scenarios of an earlier SDK', () => {
  it('may fail where the list says what the SDK does not have, and nowhere else', () => {
    const ran = report(test('good', 'passed'), test('new', 'failed'));
    expect(compareWithAbsent(ran, { new: 'has no new()' })).toEqual({ passed: 1, problems: [] });
    expect(compareWithAbsent(ran, {}).problems).toEqual(['fails: "new"\n    Error: no']);
  });

  it('must fail where the list says so, so that the list never hides a scenario that passes or is gone', () => {
    const { problems } = compareWithAbsent(report(test('good', 'passed')), { good: 'x', gone: 'y' });
    expect(problems).toEqual(['listed as absent, but passed: "good"', 'listed as absent, but is no scenario: "gone"']);
  });

  it('must load', () => {
    expect(compareWithAbsent(report(), {}).problems).toEqual(['does not load: a.ts\n    ']);
  });
});
