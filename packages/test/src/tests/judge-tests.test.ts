import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judge } from '../../../config/src/trust/judge.js';
import { recordTrust } from '../../../config/src/trust/trust-record.js';
import { judgeTests } from './judge-tests.js';

function project(tests: string, files: Readonly<Record<string, string>> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-judge-tests-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(root, name), text);
  };
  write({ 'agent.config.yaml': `agents: { a: {} }\ntests:\n  - ${tests}\n`, ...files });
  const config = join(root, 'agent.config.yaml');
  const trust = { file: join(root, 'trust.json') };
  return { root, write, config, trust, verdict: () => judgeTests(config, trust) };
}

const test = (more: string) => `{ name: t, model: { script: [{ text: a }] }, expect: { outcome: done }, ${more} }`;

it.each([
  ['no answer', 'tags: [x]', 0],
  ['a no', 'answers: { Bash: deny, Edit: { deny: Not here. } }', 0],
  ['a yes', 'answers: { Bash: deny, "*": allow }', 1],
  ['a value of a row', 'each: [{ b: allow }], answers: { Bash: "${each:b}" }', 1],
  ['a variable', 'env: { PATH: ./bin }', 1],
  ['a param', 'params: { p: x }', 1],
  ['a profile', 'profile: open', 1],
])('a test with %s waits for trust: %s -> %i parts', async (_, more, parts) => {
  expect((await project(test(more)).verdict()).parts).toHaveLength(parts);
});

it('trust in a yes ends when the script that it answers changes, in the test or in a file', async () => {
  const yes = 'answers: { "*": allow }';
  const { trust, write, verdict } = project(`{ name: t, model: { script: s.yaml }, expect: { outcome: done }, ${yes} }`, {
    's.yaml': 'turns: [{ text: a }]',
  });
  recordTrust(trust.file, await verdict());
  expect(await verdict()).toMatchObject({ trusted: true });
  write({ 's.yaml': 'turns: [{ tools: [{ Bash: { command: evil } }] }]' });
  expect(await verdict()).toMatchObject({ trusted: false, changes: [{ path: 'agent.config.yaml tests[0]', how: 'changed' }] });
  write({ 'agent.config.yaml': `tests:\n  - ${test(yes)}\n` });
  expect((await verdict()).trusted).toBe(false);
});

it('a folder that is trusted from now on covers its tests, and a hash trusts them once', async () => {
  const { config, trust, verdict } = project(test('answers: { "*": allow }'));
  const { hash } = await verdict();
  expect((await judgeTests(config, { ...trust, hashes: [hash] })).trusted).toBe(true);
  recordTrust(trust.file, judge({ file: config, home: '/', layers: [], modules: [], trust }).verdict, 'folder');
  expect(await verdict()).toMatchObject({ trusted: true, standing: true });
});

it('a configuration that is code does not run to be judged', async () => {
  const { root, trust } = project(test('tags: [x]'));
  const made = join(root, 'made');
  const code = join(root, 'agent.config.mjs');
  writeFileSync(
    code,
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(made)}, '');\nexport default {};\n`,
  );
  expect((await judgeTests(code, trust)).parts).toEqual([]);
  expect(existsSync(made)).toBe(false);
});
