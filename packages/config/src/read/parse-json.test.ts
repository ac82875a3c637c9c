import { expect, it } from 'vitest';
import { Report } from '../report.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';

const source = { file: 'x.json', layer: 'project' } as const;
const yaml = (text: string) => parseYaml(text, { ...source, report: new Report() });
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

it.each([
  ['{}'],
  ['[]'],
  ['null'],
  ['"a"'],
  ['-1.5e3'],
  [' { "a" : [ 1 , true , false , null ] , "b" : { "" : "x" } }\n'],
  ['{\n  "permissions": {\n    "allow": ["Bash(git *)",\r\n      "Read(\\"x\\\\y\\")"]\n  }\n}\n'],
  ['{"text": "a\\nb \\u00e9 \\ud83d\\ude00 {[,:]} é 😀", "n": 12345678901234567890, "z": -0}'],
  [JSON.stringify({ long: 'x'.repeat(500), list: Array.from({ length: 100 }, (_, index) => index) })],
  [JSON.stringify({ a: { b: [{ c: [[]] }, {}] } }, undefined, '\t')],
  [deep(60)],
])('JSON gives the same document and positions as the YAML parser: %j', async (text) => {
  expect(parseJson(text, source)).toEqual(await yaml(text));
});

it.each([[''], ['{ "a": 1, }'], ['{ a: 1 }'], ['{ "a": 1 } {}'], ['{ "a": 1, "a": 2 }'], ['{ "__proto__": 1 }'], [deep(70)]])(
  'the YAML parser reports the problem of %j',
  (text) => expect(parseJson(text, source)).toBeUndefined(),
);

it('a long line and a long text are read in one pass', () => {
  const items = Array.from({ length: 50_000 }, () => 'x');
  const node = parseJson(JSON.stringify({ items, text: '\\'.repeat(60_000) }), source);
  expect(node?.kind === 'map' && node.entries.size).toBe(2);
});
