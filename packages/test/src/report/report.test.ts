import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type TestReport, testReportSchema } from '../runs/test-report.js';
import { ctrfReport } from './ctrf-report.js';
import { annotations, githubSummary } from './github-reporter.js';
import { JUNIT_SCHEMA } from './junit-schema.fixture.js';
import { junitXml } from './junit-xml.js';
import { failed, failure, NASTY, report, result } from './report.fixture.js';
import { reporterOf } from './reporter-of.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-report-')));
  folders.push(folder);
  return folder;
}

/** Prints a report and returns both outputs. */
async function printed(name: string, given: TestReport, more: Partial<Parameters<typeof reporterOf>[1]> = {}) {
  let out = '';
  let err = '';
  const io = { out: (text: string) => (out += text), err: (text: string) => (err += text), env: {}, isTerminal: false, cwd: '/' };
  const reporter = reporterOf(name, { ...io, ...more });
  reporter.start?.(given.tests.length);
  for (const test of given.tests) reporter.result?.(test);
  await reporter.end(given);
  return { out, err };
}

const coverage = {
  parts: [
    {
      kind: 'rule',
      path: 'permissions.deny.0',
      name: 'deny Edit',
      place: { file: '/repo/agents/a.yaml', line: 3, column: 4 },
      tests: [],
    },
    { kind: 'agent', path: 'agents.main', name: 'main', tests: ['writes a file'] },
  ],
} as const;

describe('the JSON report', () => {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(testReportSchema as object);

  it('is what its published schema says', async () => {
    const { out } = await printed('json', report(undefined, { coverage }));
    expect(validate(JSON.parse(out)), JSON.stringify(validate.errors)).toBe(true);
  });

  it('holds each text as it is', async () => {
    const { out } = await printed('json', report());
    expect((JSON.parse(out) as TestReport).tests[2]?.name).toBe(NASTY);
    expect(out).not.toContain('\u001b');
  });

  it('is refused by the schema with a key that the schema does not know', () => {
    expect(validate({ ...report(), more: 1 })).toBe(false);
  });
});

describe('the CTRF report', () => {
  const require = createRequire(import.meta.url);
  const folder = join(require.resolve('ctrf').split(/[\\/]dist[\\/]/)[0] ?? '', 'dist');
  const schema = JSON.parse(readFileSync(join(folder, 'ctrf-schema-0.0.json'), 'utf8')) as object;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(schema);

  it('is what the schema of the format says', () => {
    const written = JSON.parse(JSON.stringify(ctrfReport(report()))) as unknown;
    expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    expect(written).toMatchObject({ results: { summary: { tests: 6, passed: 3, failed: 2, skipped: 1, flaky: 1 } } });
  });

  it('points a failed test at its expectation', () => {
    expect(ctrfReport(report([failed()]))).toMatchObject({ results: { tests: [{ line: 12, filePath: 'agent.config.yaml' }] } });
  });
});

describe('the JUnit report', () => {
  it('is well-formed XML of the known elements, whatever texts are in it', async () => {
    const xml = [{ fileName: 'report.xml', contents: junitXml(report()) }];
    const { valid, errors } = await validateXML({ xml, schema: [JUNIT_SCHEMA] });
    expect(valid, JSON.stringify(errors)).toBe(true);
  });

  it('counts tests that could not run as errors', () => {
    expect(junitXml(report())).toMatch(/<testsuites name="loadout" tests="6" failures="1" errors="1" skipped="1" time="0.500">/);
  });

  it('is written to its file, in a folder that it makes', async () => {
    const cwd = temporary();
    await printed('junit=out/report.xml', report(), { cwd });
    expect(readFileSync(join(cwd, 'out/report.xml'), 'utf8')).toBe(junitXml(report()));
  });

  it('says so where its file cannot be written', async () => {
    const cwd = temporary();
    writeFileSync(join(cwd, 'file'), '');
    await expect(printed('junit=file/report.xml', report(), { cwd })).rejects.toMatchObject({ code: 'REPORT_NOT_WRITTEN' });
  });
});

describe('annotations of GitHub', () => {
  it('are one line each, at the file as the repository knows it', () => {
    const lines = annotations(report(), { env: { GITHUB_WORKSPACE: '/repo' } });
    expect(lines[0]).toMatch(
      /^::error file=agents\/agent\.config\.yaml,line=12,col=7,title=loadout test%3A fails::Edit \(call 1\)/,
    );
    for (const line of lines) expect(line).toMatch(/^::error file=[^\n\r]*$/);
  });

  it('are at most ten, and the first failures of all tests come first', () => {
    const tests = Array.from({ length: 8 }, (_, index) =>
      failed({ name: `t${index}`, failures: [failure({ message: `first ${index}` }), failure({ message: 'second' })] }),
    );
    const lines = annotations(report(tests), { env: {} });
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 8).every((line, index) => line.includes(`first ${index}`))).toBe(true);
  });

  it('leave the rest to the summary, behind what the step wrote before', async () => {
    const file = join(temporary(), 'summary.md');
    writeFileSync(file, 'before\n');
    await printed('github', report(), { env: { GITHUB_STEP_SUMMARY: file } });
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/^before\n### ❌ loadout test: 2 failed, 3 passed, 1 skipped in 500 ms\n/);
    expect(text).toContain('| ⏭️ | needs a key | agent.config.yaml:10:5 | skipped: no key |');
  });

  it('have a summary that fits into its bytes', () => {
    const tests = Array.from({ length: 9000 }, (_, index) => result({ name: `${index} ${'ä'.repeat(100)}` }));
    const text = githubSummary(report(tests), { mostBytes: 1024 * 1024 });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024);
    expect(text).toContain('The summary is cut here');
    expect(githubSummary(report(tests), { mostBytes: 10 })).toBe('');
  });

  it('cannot be closed by the text of a test', () => {
    const text = githubSummary(report([failed({ failures: [failure({ message: '```\n</details>' })] })]), { mostBytes: 10_000 });
    expect(text).toContain('````text\n');
  });
});

describe('the report on a terminal', () => {
  it('shows each failure at its place, with the lines of the file', async () => {
    const { out } = await printed(
      'pretty',
      report([result(), failed(), result({ name: 'k', status: 'skipped', skipped: 'no key' })]),
    );
    expect(out).toBe(
      [
        'agent.config.yaml',
        '  ✓ writes a file  12 ms',
        '  ✗ fails          12 ms',
        '  - k              skipped: no key',
        '',
        '✗ fails',
        '  agent.config.yaml:12:7  Edit (call 1): is denied, expected done',
        '    12 | calls: [Edit]',
        '       |         ^^^^',
        '        expected  actual',
        '    > ≠ Edit      Edit (denied)',
        '  Run it alone: loadout test "fails"',
        '',
        '1 failed, 1 passed, 1 skipped in 500 ms',
        '',
      ].join('\n'),
    );
  });

  it('counts tests that pass where there are many', async () => {
    const { out } = await printed('pretty', report([...Array.from({ length: 40 }, () => result()), failed()]));
    expect(out).toMatch(/^agent\.config\.yaml {2}✓ 40 passed\n {2}✗ fails {2}12 ms\n/);
  });

  it('has colours and progress only at a terminal', async () => {
    const plain = await printed('pretty', report());
    expect(plain.out + plain.err).not.toContain('\u001b');
    const coloured = await printed('pretty', report(), { isTerminal: true });
    expect(coloured.out).toContain('\u001b[31m');
    expect(coloured.err).toContain('6/6');
    expect((await printed('pretty', report(), { isTerminal: true, env: { NO_COLOR: '1' } })).out).not.toContain('\u001b');
  });

  it('prints no text that a terminal or GitHub takes for a command', async () => {
    const given = report([failed({ failures: [failure({ message: `x\n::error::y\n${NASTY}` })] })]);
    const { out } = await printed('pretty', given, { env: { GITHUB_ACTIONS: 'true' } });
    expect(out).not.toMatch(/^\s*::/m);
    expect(out).not.toContain('##[');
    expect(out).not.toContain('\u001b');
  });

  it('lists what no test reached', async () => {
    const { out } = await printed('pretty', report(undefined, { coverage }));
    expect(out).toContain(
      'Coverage: 50 %, 1 of 2 parts (rules 0/1, agents 1/1)\nNo test reached:\n  a.yaml:3:4  rule  deny Edit\n',
    );
  });
});

describe('the name of a reporter', () => {
  it.each(['prety', 'junti=x', ''])('%j is refused', (name) => {
    expect(() => reporterOf(name, { out() {}, err() {}, env: {}, isTerminal: false, cwd: '/' })).toThrow(/--reporter cannot be/);
  });

  it.each(['pretty=x', 'github=x', 'junit='])('%s is refused', (name) => {
    expect(() => reporterOf(name, { out() {}, err() {}, env: {}, isTerminal: false, cwd: '/' })).toThrow(/--reporter/);
  });
});

it('removes secrets from every text before a format escapes them', async () => {
  const secret = 'a"b<c';
  const redact = (text: string) => text.replaceAll(secret, '***');
  const given = report([failed({ failures: [failure({ message: `is ${secret}`, detail: [secret] })] })]);
  for (const name of ['pretty', 'json', 'junit', 'ctrf', 'github']) {
    const { out } = await printed(name, given, { redact });
    expect(out).toContain('***');
    expect(out).not.toMatch(/a\\?(?:"|&quot;)b/);
  }
});
