import type { Node } from '@loadout/config/documents';
import { expect, it } from 'vitest';
import { readToml } from './read-toml.js';

const plain = (node: Node): unknown => {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plain);
  return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, plain(value)]));
};

it.each([
  ['a = 1\nb = "x"\nc = true', { a: 1, b: 'x', c: true }],
  ['a.b.c = 1\na.b.d = 2', { a: { b: { c: 1, d: 2 } } }],
  ['[a.b]\nc = 1\n[a]\nd = { e.f = [1, { g = 2 }] }', { a: { b: { c: 1 }, d: { e: { f: [1, { g: 2 }] } } } }],
  ['[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3', { a: [{ b: 1, c: { d: 2 } }, { b: 3 }] }],
  ['[a."x.y"]\n"z z" = 1979-05-27', { a: { 'x.y': { 'z z': '1979-05-27T00:00:00.000Z' } } }],
  ['', {}],
])('TOML is read as a document: %j', async (text, data) => {
  expect(plain(await readToml(text, 'x.toml'))).toEqual(data);
});

it('each value has its place', async () => {
  const document = await readToml('[a]\n  b = "x"\n', 'x.toml');
  const a = document.entries.get('a');
  const b = a?.value.kind === 'map' ? a.value.entries.get('b') : undefined;
  expect(a?.key).toMatchObject({ file: 'x.toml', line: 1, column: 2 });
  expect(b?.key).toMatchObject({ line: 2, column: 3 });
  expect(b?.value.place).toMatchObject({ line: 2, column: 7, length: 3 });
});

it.each([
  ['lists', `a = ${'['.repeat(100)}${']'.repeat(100)}`],
  ['lists beyond the stack', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['tables in lines', `a = ${'{ a = '.repeat(100)}1${' }'.repeat(100)}`],
  ['the name of a table', `[${Array(100).fill('a').join('.')}]`],
  ['a key with dots', `${Array(100).fill('a').join('.')} = 1`],
])('%s nested too deeply are refused as such', async (_, text) => {
  await expect(readToml(text, 'config.toml')).rejects.toMatchObject({
    code: 'IMPORT_TOO_DEEP',
    message: expect.stringMatching(/^config\.toml:1:\d+ is nested too deeply/),
  });
});
