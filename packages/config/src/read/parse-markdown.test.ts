import { expect, it } from 'vitest';
import { flatten } from '../document/flatten.js';
import { Report } from '../document/report.js';
import { parseMarkdown } from './parse-markdown.js';

async function read(text: string) {
  const report = new Report();
  const node = await parseMarkdown(text, { file: '/a.md', layer: 'project', report });
  return { data: node === undefined ? undefined : flatten(node).data, codes: report.errors.map(({ code }) => code) };
}

const FIELDS = 'permissions: { deny: [Bash] }\n';

it.each([
  ['a line above', `\n---\n${FIELDS}---\nHi\n`],
  ['no end', `---\n${FIELDS}--\nHi\n`],
  ['four dashes', `----\n${FIELDS}----\nHi\n`],
  ['the ends of an old Mac', `---\n${FIELDS}---\nHi\n`.replaceAll('\n', '\r')],
  ['another blank behind the dashes', `---\u00a0\n${FIELDS}---\nHi\n`],
  ['a comment behind the dashes', `--- # x\n${FIELDS}---\nHi\n`],
  ['the end of YAML', `---\n${FIELDS}...\nHi\n`],
  ['TOML', '+++\nmodel = "x"\n+++\nHi\n'],
])('fields that would be read as instructions are an error: %s', async (_, text) => {
  expect(await read(text)).toEqual({ data: undefined, codes: ['CONFIG_SYNTAX'] });
});

it.each([['---\n\nA line, then text: like this.\n'], ['Text.\n\n---\nmodel: is a word here\n---\n'], ['# Title\n---\nx\n']])(
  'a line of dashes in a text without fields is text: %j',
  async (text) => {
    expect(await read(text)).toEqual({ data: { instructions: text.trim() }, codes: [] });
  },
);
