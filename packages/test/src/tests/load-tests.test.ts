import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadTests } from './load-tests.js';

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'loadout-tests-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const DONE = 'model: { script: [{ text: Done. }] }, expect: { outcome: done }';
const problemsOf = async (tests: string) => {
  const root = project({ 'agent.config.yaml': `agents: { a: {} }\ntests:\n${tests}` });
  const error = await loadTests(join(root, 'agent.config.yaml')).catch((thrown) => thrown);
  return (error.problems ?? []).map((one: { path: string; message: string }) => `${one.path}: ${one.message}`);
};

it('reads the tests of the configuration and of files beside and below it, not those of another project', async () => {
  const root = project({
    'agent.config.yaml': `agents: { a: {} }\ntests:\n  - { name: one, ${DONE} }\n`,
    'deep/er/b.test.yaml': `x-note: for readers\ntests:\n  - { name: two, ${DONE} }\n`,
    'other/agent.config.yaml': 'agents: {}',
    'other/c.test.yaml': 'tests: nonsense',
    'node_modules/x/d.test.yaml': 'tests: nonsense',
    '.hidden/e.test.yaml': 'tests: nonsense',
  });
  const { tests, files } = await loadTests(join(root, 'agent.config.yaml'));
  expect(tests.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(files).toEqual([join(root, 'agent.config.yaml'), join(root, 'deep/er/b.test.yaml')]);
});

it('knows the line and column of each expectation, and shows it', async () => {
  const root = project({
    'agent.config.yaml': `agents: { a: {} }\ntests:\n  - name: one\n    model: { script: [{ text: a }] }\n    expect:\n      outcome: done\n`,
  });
  const [test] = (await loadTests(join(root, 'agent.config.yaml'))).tests;
  const position = test?.at(['expect', 'outcome']);
  expect(position).toEqual({ file: join(root, 'agent.config.yaml'), line: 6, column: 16 });
  expect(test?.at(['expect', 'outcome', 'nothing', 'here'])).toMatchObject({ line: 6, column: 7 });
  expect(test?.frame(position ?? test.position)).toContain('6 |       outcome: done\n    |                ^^^^');
});

it('runs a test once for each row, with values of any type filled in', async () => {
  const root = project({
    'agent.config.yaml': `tests:
  - name: "refuses \${each:what}"
    each: [{ what: rm, most: 2 }, { what: mv, most: 3 }]
    model: { script: [{ tools: [{ Bash: { command: "\${each:what} x" } }] }, { text: "\${HOME}" }] }
    expect: { calls: { max: "\${each:most}" }, files: { "\${each:what}": absent } }
`,
  });
  const { tests } = await loadTests(join(root, 'agent.config.yaml'));
  expect(tests.map(({ name, spec }) => [name, spec.expect])).toEqual([
    ['refuses rm', { calls: { max: 2 }, files: { rm: 'absent' } }],
    ['refuses mv', { calls: { max: 3 }, files: { mv: 'absent' } }],
  ]);
  expect(tests[0]?.spec.model?.script).toEqual([{ tools: [{ Bash: { command: 'rm x' } }] }, { text: '${HOME}' }]);
});

it.each([
  ['- { name: a, model: { script: [{ text: a }] } }', 'tests[0]: tests[0] expects nothing, so it cannot fail.'],
  ['- { name: a, model: { script: [{ text: a }] }, expect: {} }', 'expects nothing'],
  ['- { name: a, expect: { outcome: done } }', 'tests[0] has no model'],
  ['- { name: a, live: true, model: { script: [{ text: a }] }, expect: { outcome: done } }', 'tests[0].live contradicts model'],
  ['- { name: a, model: { script: [{ text: a }], cassette: b }, expect: { outcome: done } }', 'either a script or a cassette'],
  [`- { name: a, repeat: 3, ${DONE} }`, 'is for live tests'],
  ['- { name: a, model: { script: [{ text: a }] }, expect: { outcom: done } }', 'outcom'],
  ['- { name: a, model: { script: [{ text: a }] }, expect: { calls: [{ state: done }] } }', 'must name one tool, but names none'],
  ['- { name: a, model: { script: [{ text: a }] }, expect: { calls: [{ Read: {}, Edit: {} }] } }', 'names Read, Edit'],
  ['- { name: a, permissions: [{ call: Read, is: maybe }] }', 'tests[0].permissions[0].is'],
  ['- { name: a, prompt: x, permissions: [{ call: Read, is: allow }] }', 'tests[0].prompt has no meaning beside permissions'],
  ['- { name: a, each: [{ b: 1 }], model: { script: [{ text: "${each:c}" }] }, expect: { outcome: done } }', 'uses "c"'],
  [`- { name: a, workspace: { files: { ../x: y } }, ${DONE} }`, 'must be a path inside the workspace'],
  [`- { name: a, workspace: { files: { sub/.git/config: y } }, ${DONE} }`, 'and not in .git'],
  [`- { ${DONE} }`, 'tests[0].name'],
  ['- { name: a, permissions: [{ call: Read }] }', 'tests[0].permissions[0].is'],
  ['- { name: a, variants: { b: { modell: c } }, expect: { outcome: done } }', 'modell'],
  ['- { name: a, score: { b: { text: x, like: y } } }', 'must have one of text, like, json'],
  [
    '- { name: a, score: { b: { text: x } }, pass: { score: { c: 1 } } }',
    'tests[0].pass.score.c is not a score of this test, which has b',
  ],
  ['- { name: a, score: { passed: { text: x } } }', 'tests[0].score.passed has the name of the share of runs that pass'],
  ['- { name: a, score: { b: { text: x } }, pass: { k: 1 } }', 'tests[0].pass names no share'],
  ['- { name: a, score: { b: { text: x } }, kill: { at: [1] } }', 'has no meaning in an eval'],
  [
    '- { name: a, cases: [{ q: 1 }], prompt: "${case:p}", expect: { outcome: done } }',
    'uses "p", which the first case does not have',
  ],
  ['- { name: a, cases: [3], expect: { outcome: done } }', 'tests[0].cases[0]'],
  ['- { name: a, cases: [], expect: { outcome: done } }', 'tests[0].cases cannot be read'],
  ['- { name: a, cases: none.jsonl, expect: { outcome: done } }', 'tests[0].cases cannot be read: The path "none.jsonl"'],
  ['- { name: a, cases: ../../x.jsonl, expect: { outcome: done } }', 'tests[0].cases cannot be read'],
  [
    '- { name: a, cases: [{ b: 1 }], permissions: [{ call: Read, is: allow }] }',
    'tests[0].cases has no meaning beside permissions',
  ],
])('refuses %s', async (test, message) => {
  expect((await problemsOf(`  ${test}\n`)).join('\n')).toContain(message);
});

it('of a configuration in .config reads the files beside and below the folder that holds .config, not those of another project', async () => {
  const test = '[{ name: two, model: { script: [{ text: a }] }, expect: { outcome: done } }]';
  const root = project({
    '.config/agent.config.yaml': `agents: { a: {} }\ntests: ${test.replace('two', 'one')}\n`,
    'deep/b.test.yaml': `tests: ${test}\n`,
    'other/.config/agent.config.jsonc': '{}',
    'other/c.test.yaml': 'tests: nonsense',
    'third/agent.config.jsonc': '{}',
    'third/d.test.yaml': 'tests: nonsense',
  });
  const { files } = await loadTests(join(root, '.config/agent.config.yaml'));
  expect(files).toEqual([join(root, '.config/agent.config.yaml'), join(root, 'deep/b.test.yaml')]);
});

it('an eval is a test of each case and variant, whose values keep their types and are texts where only a text fits', async () => {
  const root = project({
    'agent.config.yaml': `tests:
  - name: answers
    cases: cases.jsonl
    prompt: "\${case:question}"
    expect: { text: "\${case:answer}", usage: { turns: { lte: "\${case:most}" } } }
    variants: { plain: {}, short: { prompt: "Short: \${case:question}", agent: b }, said: { model: { script: [{ text: "It is \${case:answer}" }] } } }
`,
    'cases.jsonl':
      '{"id":"a","question":"How much?","answer":42,"most":3}\n{"id":"b","question":"{braces} ${case:answer}","answer":"x","most":2}\n',
  });
  const [test] = (await loadTests(join(root, 'agent.config.yaml'))).tests;
  expect([test?.spec.prompt, test?.ofEval?.variants]).toEqual(['How much?', ['plain', 'short', 'said']]);
  const of = (row: object, variant: string) => test?.ofEval?.forCase({ id: 'b', row: row as never }, variant).spec;
  const b = { id: 'b', question: '{braces} ${case:answer}', answer: 42, most: 2 };
  expect(of(b, 'short')).toMatchObject({ prompt: 'Short: {braces} ${case:answer}', agent: 'b', expect: { text: '42' } });
  expect(of(b, 'said')?.model?.script).toEqual([{ text: 'It is 42' }]);
  expect(of(b, 'plain')?.expect?.usage).toEqual({ turns: { lte: 2 } });
  expect(() => of({ id: 'b' }, 'plain')).toThrow('The case "b" does not fit its test');
});
