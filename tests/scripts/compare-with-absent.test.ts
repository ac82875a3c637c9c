import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from './load-script.js';

const file = pathToFileURL(join(ROOT, 'tests/compat-sdk/versions/compare-with-absent.mjs')).href;
const { compareWithAbsent } = (await import(file)) as {
  compareWithAbsent(
    report: string,
    options: { readonly absent: Record<string, string>; readonly ms: number },
  ): { passed: number; problems: string[]; again: string[] };
};

const compare = (ran: string, absent: Record<string, string>) => compareWithAbsent(ran, { absent, ms: 100 });
const test = (fullName: string, status: 'passed' | 'failed', duration = 1) => ({
  fullName,
  status,
  duration,
  failureMessages: ['Error: no\n at x'],
});
const report = (...assertionResults: readonly object[]) =>
  `a line before\n${JSON.stringify({ testResults: [{ name: 'a.ts', status: 'failed', message: '', assertionResults }] })}`;

describe('the scenarios of an earlier SDK', () => {
  it('may fail where the list says what the SDK does not have, and nowhere else', () => {
    const ran = report(test('good', 'passed'), test('new', 'failed'));
    expect(compare(ran, { new: 'has no new()' })).toEqual({ passed: 1, problems: [], again: [] });
    expect(compare(ran, {}).problems).toEqual(['fails: "new"\n    Error: no']);
  });

  it('must fail where the list says so, so that the list never hides a scenario that passes or is gone', () => {
    const { problems } = compare(report(test('good', 'passed')), { good: 'x', gone: 'y' });
    expect(problems).toEqual(['listed as absent, but passed: "good"', 'listed as absent, but is no scenario: "gone"']);
  });

  it('may be slow: they are tried again if the time of one was over that the list does not have', () => {
    const ran = report(test('slow', 'failed', 100.2), test('next', 'failed'), test('new', 'failed', 100.1));
    expect(compare(ran, { new: 'waits for ever' })).toEqual({ passed: 0, problems: [], again: ['slow', 'next'] });
  });

  it('must load', () => {
    expect(compare(report(), {}).problems).toEqual(['does not load: a.ts\n    ']);
  });
});
