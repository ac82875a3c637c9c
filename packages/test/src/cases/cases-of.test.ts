import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { breadth, longIt } from '../../../../tests/lib/breadth.js';
import { inSlices } from '../in-slices.js';
import { type CaseSource, casesOf, countCases, firstCase } from './cases-of.js';

function fileOf(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-cases-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const read = (source: CaseSource) => [...casesOf(source)];
const count = (source: CaseSource, signal = new AbortController().signal) => countCases(source, { check: () => {}, signal });

it('lines of JSON are cases, with a mark in front, Windows ends and empty lines', async () => {
  const file = fileOf('a.jsonl', '\uFEFF{"id":"a","n":1}\r\n\r\n{"id":2,"n":{"deep":[1]}}');
  expect(read({ file })).toEqual([
    { id: 'a', row: { id: 'a', n: 1 } },
    { id: '2', row: { id: 2, n: { deep: [1] } } },
  ]);
  expect([await count({ file }), firstCase({ file })]).toEqual([2, { id: 'a', n: 1 }]);
});

it('CSV has names in its first line, and quoted fields with commas, quotes and line ends', () => {
  const file = fileOf('a.csv', 'id,question,answer\n1,"What, ""now""?","two\nlines"\n2,plain,\n3,"",""\n');
  expect(read({ file }).map(({ row }) => row)).toEqual([
    { id: '1', question: 'What, "now"?', answer: 'two\nlines' },
    { id: '2', question: 'plain', answer: '' },
    { id: '3', question: '', answer: '' },
  ]);
});

it.each([
  ['a.jsonl', '{"a":1}\n{"a":', 'line 2', 'it is not JSON'],
  ['a.jsonl', '{"a":1}\n[1]', 'line 2', 'not a map of names'],
  ['a.jsonl', '{"id":{}}', 'line 1', 'its id is {}'],
  ['a.csv', 'a,b\n1\n', 'line 2', 'it has 1 fields, and the first line has 2'],
  ['a.csv', 'a,a\n1,2\n', 'line 1', 'two columns have the name "a"'],
  ['a.csv', 'a,b\n1,x"y"\n', 'line 2', 'a quote is inside'],
  ['a.csv', 'a,b\n1,"open\nstill\n', 'line 2', 'a quoted field has no end'],
  ['a.jsonl', '{"id":"a"}\n{"id":"b"}\n{"id":"a"}', 'line 3', 'has the id "a" of line 1'],
  ['a.jsonl', '{"q":"a"}\n{"q":"a"}', 'line 2', 'of line 1'],
])('%s with %j is refused at its line', async (name, text, line, problem) => {
  const file = fileOf(name, text);
  await expect(count({ file })).rejects.toThrow(new RegExp(`${line}[\\s\\S]*${problem.replace(/[{}()]/g, '\\$&')}`));
});

it('a missing file, a folder and a pipe are refused', async () => {
  await expect(count({ file: '/nowhere/a.jsonl' })).rejects.toThrow('ENOENT');
  await expect(count({ file: tmpdir() })).rejects.toThrow('EINVAL');
  const pipe = `${fileOf('a', '')}.jsonl`;
  execFileSync('mkfifo', [pipe]);
  await expect(count({ file: pipe })).rejects.toThrow('EINVAL');
});

it('a field of CSV may have megabytes, with quotes in it', () => {
  const times = breadth(5_000_000, 1_000_000);
  const file = fileOf('a.csv', `a,b\n1,"${'x""'.repeat(times)}"\n`);
  expect(read({ file })[0]?.row.b === 'x"'.repeat(times)).toBe(true);
});

it('a count of many cases lets a timer interrupt it', async () => {
  const stop = new AbortController();
  function* rows() {
    for (let id = 0; ; id++) yield { id };
  }
  setTimeout(() => stop.abort(), 1);
  // The rows are without an end.
  for await (const _ of inSlices(rows(), stop.signal));
  expect(await count({ rows: [{ id: 1 }] }, stop.signal)).toBe(0);
});

it('a case without an id is named by its content, whatever the order of its keys', () => {
  const [one, other] = read({ rows: [{ a: 1, b: 2 }] }).concat(read({ rows: [{ b: 2, a: 1 }] }));
  expect(one?.id).toMatch(/^[0-9a-f]{12}$/);
  expect(other?.id).toBe(one?.id);
});

it('a sample is the same each time, grows with its number, and keeps its cases when others come', () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ id: `c${index}` }));
  const ids = (source: CaseSource) => read(source).map(({ id }) => id);
  const ten = ids({ rows, sample: 10 });
  expect([ten.length, ids({ rows, sample: 10 })]).toEqual([10, ten]);
  expect(ids({ rows, sample: 11 })).toEqual(expect.arrayContaining([...ten]));
  expect(ids({ rows: [{ id: 'new' }, ...rows], sample: 11 })).toEqual(expect.arrayContaining(ten.slice(0, 1)));
  expect(ids({ rows, sample: 10, seed: 2 })).not.toEqual(ten);
});

longIt('100,000 cases are read in flat memory', () => {
  const line = `{"text":"${'x'.repeat(400)}"`;
  const file = fileOf('a.jsonl', Array.from({ length: 100_000 }, (_, index) => `${line},"id":${index}}`).join('\n'));
  let [seen, most] = [0, 0];
  const before = process.memoryUsage().heapUsed;
  for (const _ of casesOf({ file })) {
    seen += 1;
    if (seen % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  expect(seen).toBe(100_000);
  // The file has 42 MB.
  expect(most).toBeLessThan(30 * 1024 * 1024);
});
