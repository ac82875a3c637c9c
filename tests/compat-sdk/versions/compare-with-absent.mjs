/**
 * Compares what vitest reports as JSON with the scenarios that need something an earlier SDK does not have: `{ name: reason }`.
 * Returns the number of those that pass, a sentence for each that does not end as the list says, and the names of those to try again:
 * if one that is not on the list took all of its time, it may only be slow, and what it still did may have failed the next one.
 */
export function compareWithAbsent(report, { absent, ms }) {
  const { testResults } = JSON.parse(report.slice(report.indexOf('{')));
  const broken = testResults.filter(({ assertionResults, status }) => assertionResults.length === 0 && status !== 'passed');
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const seen = new Map(tests.map((test) => [test.fullName, test]));
  const failed = tests.filter(({ status, fullName }) => status === 'failed' && !Object.hasOwn(absent, fullName));
  const again = failed.some(({ duration }) => duration >= ms) ? failed.map(({ fullName }) => fullName) : [];
  const unexpected = failed
    .filter(({ fullName }) => !again.includes(fullName))
    .map(({ fullName, failureMessages }) => `fails: ${JSON.stringify(fullName)}\n    ${failureMessages[0]?.split('\n')[0]}`);
  const passing = Object.keys(absent)
    .filter((name) => seen.get(name)?.status !== 'failed')
    .map((name) => `listed as absent, but ${seen.get(name)?.status ?? 'is no scenario'}: ${JSON.stringify(name)}`);
  const problems = [...broken.map(({ name, message }) => `does not load: ${name}\n    ${message}`), ...unexpected, ...passing];
  return { passed: tests.filter(({ status }) => status === 'passed').length, problems, again };
}
