import { describe, expect, it } from 'vitest';
import { flatten } from '../document/flatten.js';
import { Report } from '../document/report.js';
import { parseYaml } from './parse-yaml.js';

async function read(text: string) {
  const report = new Report();
  report.addText('/f.yaml', text);
  const node = await parseYaml(text, { file: '/f.yaml', layer: 'project', report });
  return {
    data: node === undefined ? undefined : flatten(node).data,
    places: node === undefined ? undefined : flatten(node).places,
    codes: report.errors.map((one) => one.code),
    report,
  };
}

describe('YAML', () => {
  it('keeps line, column and length of every key and value', async () => {
    const { places } = await read('a:\r\n  - "x y"\r\n  - {b: 12}\r\n');
    expect(places?.get('a')?.key).toMatchObject({ line: 1, column: 1, length: 1 });
    expect(places?.get('a[0]')?.value).toMatchObject({ line: 2, column: 5, length: 5 });
    expect(places?.get('a[1].b')?.value).toMatchObject({ line: 3, column: 9, length: 2 });
  });

  it('reads JSON, with tabs too', async () => {
    expect((await read('{\n\t"a": [1, true, null, "x\\ty"]\n}')).data).toEqual({ a: [1, true, null, 'x\ty'] });
  });

  it('follows anchors of moderate size', async () => {
    const { data, codes } = await read('x: &x { k: [1, 2] }\ny: *x\nz: *x\n');
    expect(codes).toEqual([]);
    expect(data).toEqual({ x: { k: [1, 2] }, y: { k: [1, 2] }, z: { k: [1, 2] } });
  });

  it('does not mistake a text that begins with ! for a tag', async () => {
    expect(await read('a: "!x"\nb: [text !y]\nc: |\n  !z\n')).toMatchObject({
      codes: [],
      data: { a: '!x', b: ['text !y'], c: '!z\n' },
    });
  });

  const bomb = `${Array.from({ length: 30 }, (_, i) => `k${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}*a${i - 1}]`)
    .join('\n')
    .replaceAll('*a-1', '1')}\n`;
  const bytes = 250_000;
  it.each([
    ['an alias bomb', bomb, 'CONFIG_ALIAS'],
    ['an alias without an anchor', 'a: *b\n', 'CONFIG_ALIAS'],
    ['an alias of itself', 'a: &a [*a]\n', 'CONFIG_ALIAS'],
    ['brackets without end', '['.repeat(bytes), 'CONFIG_TOO_DEEP'],
    ['dashes without end', '- '.repeat(bytes / 2), 'CONFIG_TOO_DEEP'],
    ['question marks without end', '? '.repeat(bytes / 2), 'CONFIG_TOO_DEEP'],
    ['braces without end', '{a: '.repeat(bytes / 4), 'CONFIG_TOO_DEEP'],
    ['commas without end', `[${','.repeat(bytes)}]`, 'CONFIG_TOO_LARGE'],
    ['keys without end', 'a: b\n'.repeat(bytes / 5), 'CONFIG_TOO_LARGE'],
    ['anchors without end', '&a '.repeat(bytes / 3), 'CONFIG_TOO_LARGE'],
    ['documents without end', '---\n'.repeat(10_000), 'CONFIG_SEVERAL_DOCUMENTS'],
    ['a tag', 'a: !foo bar\n', 'CONFIG_TAG'],
    ['a tag of YAML itself', 'a: !!str 5\n', 'CONFIG_TAG'],
    ['a tag on a map', 'a: !!set { x }\n', 'CONFIG_TAG'],
    ['a key that is a number', '5: x\n', 'CONFIG_KEY_NOT_TEXT'],
    ['a key that is empty', '? \n: x\n', 'CONFIG_KEY_NOT_TEXT'],
    ['a key that is an alias', 'a: &a b\n*a : c\n', 'CONFIG_KEY_NOT_TEXT'],
    ['__proto__', '__proto__: { polluted: 1 }\n', 'CONFIG_KEY_FORBIDDEN'],
    ['a duplicate key', 'a: 1\n"a": 2\n', 'CONFIG_DUPLICATE_KEY'],
    ['a missing colon', 'a: 1\nb\nc: 2\n', 'CONFIG_SYNTAX'],
    ['a directive', '%YAML 1.1\n---\na: yes\n', 'CONFIG_SYNTAX'],
    ...['\r', '\u0085', '\u2028', '\u2029'].map((end) => ['a line in a comment', `a: 1\n# x${end}b: 2\n`, 'CONFIG_SYNTAX']),
  ])('refuses %s', async (_name, text, code) => {
    const { codes } = await read(text);
    expect(codes).toContain(code);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('finds the duplicates of many keys in one pass', async () => {
    const keys = Array.from({ length: 7_000 }, (_, index) => `k${index}: 1\n`).join('');
    expect((await read(`${keys}k6999: 2\n`)).codes).toEqual(['CONFIG_DUPLICATE_KEY']);
  });

  it('reports the opening of an unclosed quote or bracket', async () => {
    const positions = async (text: string) =>
      (await read(text)).report.errors.map((one) => `${one.position?.line}:${one.position?.column}`);
    expect((await positions('a: "x\nb: [1\n'))[0]).toBe('1:4');
    expect((await positions('a: 1\nb: [1, [2]\nc: 3\n'))[0]).toBe('2:4');
  });
});

it.each([
  ['a: @b', 'plain value cannot start with reserved character @.', /^Put quotes/],
  ['a: &x &y z', 'a node can have at most one anchor.', /^Put quotes/],
  ['a: "\\xZZ"', 'invalid escape sequence \\xZZ.', /^Write \\\\ for a backslash/],
])('an error that only the parser knows is told in its words: %j', (text, problem, fix) => {
  const report = new Report();
  parseYaml(text, { file: '/f.yaml', layer: 'project', report });
  expect(report.errors).toMatchObject([
    { message: `This is not valid YAML: ${problem}`, fix: expect.stringMatching(fix), position: { line: 1 } },
  ]);
});

const TAKEN_IN = /goes on with this line/;
const NO_COMMA = /a comma is missing/;

it.each([
  ['deny:\n  - Bash\n   - Read\n', '3:4', TAKEN_IN],
  ['deny:\n- Bash\n\n -\n', '4:2', TAKEN_IN],
  ['mode: default\n  deny:[Bash]\n', '2:3', TAKEN_IN],
  ['mode: default\n  deny:Bash\n', '2:3', TAKEN_IN],
  ['mode: default\n  more text\n  deny： [Bash]\n', '3:3', TAKEN_IN],
  ['mode: default\u2028  deny:[Bash]\n', '1:17', TAKEN_IN],
  ['{ mode: default\n  deny:Bash }\n', '2:3', TAKEN_IN],
  ['deny: [Bash,\n  Read\n  Write]\n', '3:3', NO_COMMA],
])('a key or an item that a plain text takes in is one error, at its line: %j', async (text, place, message) => {
  const { report } = await read(text);
  expect(report.errors).toMatchObject([{ code: 'CONFIG_SYNTAX', message: expect.stringMatching(message) }]);
  expect(`${report.errors[0]?.position?.line}:${report.errors[0]?.position?.column}`).toBe(place);
});

it.each([
  ['a: Read this - and\n  that.\n'],
  ['a: See\n  https://example.com/x\n  12:30 or C:\\x or a::b\n'],
  ['a: { b: One text\n  over two lines. }\n'],
  ['a:\n  - One text\n    over two lines.\n'],
  ['a: |\n  - x\n  deny:[Bash]\n'],
  ['a: "x\n  deny:[Bash]"\n'],
])('a text of several lines stays one: %j', async (text) => {
  expect((await read(text)).codes).toEqual([]);
});

const INDENTED = `agents:
  helper:
    model: script/demo
    instructions: Hi.
    description: Helps.
  other:
    model: script/demo
`;

/** The text with a line (from 1) indented by more or fewer spaces. */
const shifted = (by: number, at: number) =>
  INDENTED.split('\n')
    .map((line, index) => (index + 1 !== at ? line : by > 0 ? ' '.repeat(by) + line : line.slice(-by)))
    .join('\n');

it.each([
  [1, 4],
  [-1, 3],
  [-1, 4],
  [-3, 4],
  [2, 5],
])('one wrong indent is one error, at its line or the one above (U6): %i at line %i', (by, at) => {
  const report = new Report();
  expect(parseYaml(shifted(by, at), { file: 'x.yaml', layer: 'project', report })).toBeUndefined();
  expect(report.errors.map(({ code }) => code)).toEqual(['CONFIG_SYNTAX']);
  expect([at - 1, at, at + 1]).toContain(report.errors[0]?.position?.line);
});
