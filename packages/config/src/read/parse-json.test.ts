import { expect, it } from 'vitest';
import { flatten } from '../document/flatten.js';
import { Report } from '../document/report.js';
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
  expect(parseJson(text, { ...source, report: new Report() })).toEqual(await yaml(text));
});

/** The value of a text, or its one problem with its place. */
function read(text: string): unknown {
  const report = new Report();
  report.addText('x.json', text);
  const node = parseJson(text, { ...source, report });
  if (node !== undefined) return flatten(node).data;
  return report.errors.map(({ message, position }) => `${position?.line}:${position?.column} ${message}`).join(' | ');
}

it.each([
  ['', null],
  [' // nothing\n', null],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['// head\n{\n  // team rules\n  "a": 1, // why\n  /* "b": 2, */ "c": [1, 2,], }\n// end', { a: 1, c: [1, 2] }],
  ['{"a": "// no comment", "b": "/* none */"}', { a: '// no comment', b: '/* none */' }],
  ['/**/[]/* x */', []],
  ['{"a":1}// end', { a: 1 }],
  ['{"a"/* x */:/* y */1}', { a: 1 }],
  ['[1,// x\r\n2]', [1, 2]],
])('comments, trailing commas and a byte order mark are read as such: %j (GAP-A1)', (text, value) => {
  expect(read(text)).toEqual(value);
});

it.each([
  ['{ a: 1 }', '1:3 This is not valid JSON: expected a key in double quotes, but found a.'],
  ['{\n  # x\n  "a": 1 }', '2:3 This is not valid JSON: expected a key in double quotes, but found #.'],
  ["{ 'a': 1 }", '1:3 This is not valid JSON: a text begins with a single quote.'],
  ['{ "a": \'x\' }', '1:8 This is not valid JSON: a text begins with a single quote.'],
  ['{ "a": 1 } {}', '1:12 This is not valid JSON: { stands after the end of the value.'],
  ['{ "a": 1, "a": 2 }', '1:11 The key "a" appears twice; the first is on line 1.'],
  ['{ "\\u0061": 1, "a": 2 }', '1:16 The key "a" appears twice; the first is on line 1.'],
  ['{ "__proto__": 1 }', '1:3 The key "__proto__" is not allowed anywhere in a configuration.'],
  ['{ "a": NaN }', '1:8 This is not valid JSON: expected a value, but found NaN.'],
  ['{ "a": 1e999 }', '1:8 This is not valid JSON: expected a value, but found 1e999.'],
  ['{ "a": 0x1 }', '1:8 This is not valid JSON: expected a value, but found 0x1.'],
  ['{ "a": +1 }', '1:8 This is not valid JSON: expected a value, but found +1.'],
  ['{ "a": yes }', '1:8 This is not valid JSON: expected a value, but found yes.'],
  ['{ "a": 1', '1:1 This is not valid JSON: a map that began with { is not closed.'],
  ['{ "a": [1 2] }', '1:11 This is not valid JSON: expected a comma or ], but found 2.'],
  ['{ "a" 1 }', '1:7 This is not valid JSON: expected a colon after the key "a", but found 1.'],
  ['[1,,2]', '1:4 This is not valid JSON: expected a value, but found ,.'],
  ['[,]', '1:2 This is not valid JSON: expected a value, but found ,.'],
  ['{,}', '1:2 This is not valid JSON: expected a key in double quotes, but found ,.'],
  ['{ "a": "x\ny" }', '1:8 This is not valid JSON: a quote is not closed on its line.'],
  ['{ "a": "\\x" }', '1:8 This is not valid JSON: a text contains an unknown escape or a control character.'],
  ['{ /* x\n "a": 1 }', '1:3 This is not valid JSON: a comment is not closed.'],
  ['{ /*/ "a": 1 }', '1:3 This is not valid JSON: a comment is not closed.'],
  ['{ / "a": 1 }', '1:3 This is not valid JSON: expected a key in double quotes, but found /.'],
  ['{ "a": 1 }\u00a0', '1:11 This is not valid JSON: \u00a0 stands after the end of the value.'],
  ['{ "a": [ "\\u00" ] }', '1:10 This is not valid JSON: a text contains an unknown escape or a control character.'],
  ['a: 1\nb: 2', '1:1 This is not valid JSON: expected a value, but found a.'],
  [deep(70), '1:66 Maps and lists are nested more than 64 levels deep here.'],
])('anything else is one problem with its place, and is never read as YAML: %j (GAP-A1)', (text, problem) => {
  expect(read(text)).toBe(problem);
});

it('a long line and a long text are read in one pass', () => {
  const items = Array.from({ length: 50_000 }, () => 'x');
  const node = parseJson(JSON.stringify({ items, text: '\\'.repeat(60_000) }), { ...source, report: new Report() });
  expect(node?.kind === 'map' && node.entries.size).toBe(2);
});
