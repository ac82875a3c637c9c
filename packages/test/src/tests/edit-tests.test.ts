import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { updateExpectedCalls, yamlText } from './edit-tests.js';

const CALLS = [{ Read: { file_path: 'a, b: c.md' } }, { Bash: { command: 'echo "#1"' }, state: 'denied' }];
const at = (text: string, mark: string) => {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { file: 'x', line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

it.each([
  [
    'flow on one line',
    'tests:\n  - name: x # mine\n    expect: { calls: [{ Read: {} }], text: a } # end\n  - name: y\n',
    '[{ Read',
  ],
  [
    'a block',
    'tests:\n  - name: x\n    expect:\n      calls:\n        - { Read: {} }\n        - Bash # old\n      # about text\n      text: a\n',
    '- { Read',
  ],
  ['a list below calls', 'tests:\n  - expect:\n      calls: { match: strict, list: [Read] }\n', '[Read]'],
  ['an empty list', 'tests:\n  - expect:\n      calls: []\n      text: a\n', '[]'],
])('%s is replaced, and nothing around it', (_, before, mark) => {
  const after = updateExpectedCalls(before, { at: at(before, mark), calls: CALLS }) ?? '';
  const { tests } = parse(after);
  const { calls, ...others } = tests[0].expect;
  expect(Array.isArray(calls) ? calls : calls.list).toEqual(CALLS);
  expect(others).toEqual((({ calls: __, ...rest }) => rest)(parse(before).tests[0].expect));
  for (const comment of before.match(/# (?!old).*/g) ?? []) expect(after).toContain(comment);
  expect(after.startsWith(before.slice(0, before.indexOf(mark)))).toBe(true);
});

it('a place without a list is no place for calls', () =>
  expect(updateExpectedCalls('tests: [{ name: x }]\n', { at: { file: 'x', line: 1, column: 2 }, calls: [] })).toBeUndefined());

it('a value as YAML is the value again, and simple parts stand on one line', () => {
  const value = { name: 'x', model: { script: [{ tools: CALLS }, { text: 'a\nb' }] } };
  expect(parse(yamlText(value))).toEqual(value);
  expect(yamlText({ a: { b: 1, c: [1] }, d: [1, 2] })).toBe('a:\n  b: 1\n  c: [ 1 ]\nd: [ 1, 2 ]\n');
});
