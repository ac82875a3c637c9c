import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { longIt } from '../../../../../tests/lib/breadth.js';
import type { RecordedCall, RecordedRun } from '../../runs/recorded-run.js';
import { callsF1, callsOrder } from './calls-score.js';
import { loadScorer, ownScore } from './own-score.js';
import { jsonIn, jsonShare, likeness } from './text-score.js';

it.each([
  ['same', 'same', 1],
  ['', '', 1],
  ['', 'abcd', 0],
  ['kitten', 'sitting', 1 - 3 / 7],
  ['flaw', 'lawn', 0.5],
  ['🙂a', '🙂b', 0.5],
])('%j is as alike to %j as %d', (actual, expected, share) => {
  expect(likeness(actual, expected)).toBeCloseTo(share);
});

longIt('a huge text is compared in its first characters', () => {
  expect(likeness('a'.repeat(1_000_000), 'a'.repeat(5000))).toBe(1);
});

it.each([
  [{ a: 1, b: 2 }, { a: 1, b: 2 }, 1],
  [{ a: 1, b: 3 }, { a: 1, b: 2 }, 0.5],
  [{ a: 1, b: 2, c: 3 }, { a: 1 }, 1 / 3],
  [[1, 2], [1, 2, 3, 4], 0.5],
  [{ a: { b: [1, { c: 2 }] } }, { a: { b: [1, { c: 3 }] } }, 0.5],
  [undefined, { a: 1, b: [2, 3] }, 0],
  [[], {}, 0],
  [{}, {}, 1],
  ['a', 'a', 1],
])('%j and %j have %d of their values in common', (actual, expected, share) => {
  expect(jsonShare(actual, expected)).toBeCloseTo(share);
});

it.each([
  ['{"a":1}', { a: 1 }],
  ['Here it is:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
  ['The answer is [1, 2], I think.', [1, 2]],
  ['nothing', undefined],
  ['} {', undefined],
])('the JSON in %j is %j', (text, value) => {
  expect(jsonIn(text)).toEqual(value);
});

const call = (tool: string, input: unknown = {}): RecordedCall => ({
  id: tool,
  tool,
  input,
  agent: 'a',
  state: 'done',
  result: '',
});
const compared = (...calls: readonly RecordedCall[]) => ({ calls, matchesRule: async () => false });

it.each([
  [['Read', 'Edit'], ['Read', 'Edit'], 1, 1],
  [['Read', 'Edit'], ['Edit', 'Read'], 1, 0.5],
  [['Read', 'Edit'], ['Read'], 2 / 3, 0.5],
  [['Read'], ['Read', 'Read', 'Bash', 'Bash'], 0.4, 0.25],
  [['Read', 'Read'], ['Read'], 2 / 3, 0.5],
  [['Read'], [], 0, 0],
  [[], ['Read'], 0, 0],
  [[], [], 1, 1],
])('expected %j and called %j: F1 %d, order %d', async (list, tools, f1, order) => {
  const made = compared(...tools.map((tool) => call(tool)));
  expect(await callsF1(list, made)).toBeCloseTo(f1);
  expect(await callsOrder(list, made)).toBeCloseTo(order);
});

it('a call that fits two items is given to the one that leaves a call for the other', async () => {
  const made = compared(call('Read', { file_path: 'a' }), call('Read', { file_path: 'b' }));
  expect(await callsF1(['Read', { Read: { file_path: 'a' } }], made)).toBe(1);
});

const run = { outcome: 'done', text: 'x' } as RecordedRun;
const { signal } = new AbortController();
const scored = { input: 'i', output: 'x', expected: 'x', run, case: { id: 'a' } };

it('a function of a module scores, in the form of published scorers or as a number', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-score-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'score.ts');
  writeFileSync(
    file,
    `export default ({ output, expected }: { output: string; expected: string }): number => Number(output === expected);
export const Published = ({ output }: { output: string }) => ({ name: 'Published', score: 0.5, metadata: { output } });
export const why = () => ({ score: 0.25, reason: 'because' });
export const silent = () => null;
export const wrong = () => 7;
export const never = () => new Promise(() => {});
export const fails = () => { throw new Error('it broke'); };
`,
  );
  const scoreOf = async (name: string) => {
    const use = name === '' ? './score.ts' : `./score.ts#${name}`;
    return ownScore(await loadScorer(use, { file, folder }), scored, { use, seconds: 0.05, signal });
  };
  expect([await scoreOf(''), await scoreOf('Published'), await scoreOf('why'), await scoreOf('silent')]).toEqual([
    { score: 1 },
    { score: 0.5 },
    { score: 0.25, reason: 'because' },
    { score: null },
  ]);
  expect(await scoreOf('never')).toEqual({
    score: null,
    unjudged: true,
    reason: './score.ts#never gave no answer in 0.05 s',
  });
  const asking = { use: 'score.ts', signal: AbortSignal.abort() };
  expect(await ownScore(() => new Promise(() => {}), scored, asking)).toMatchObject({ unjudged: true });
  await expect(scoreOf('wrong')).rejects.toThrow('it returned 7, expected a number from 0 to 1');
  await expect(scoreOf('fails')).rejects.toThrow('it failed: it broke');
  await expect(scoreOf('absent')).rejects.toThrow('its absent is not a function, and it exports Published, default');
  await expect(loadScorer('no-such-package', { folder })).rejects.toThrow('it does not load');
});
