import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { modelText } from './model-texts.js';

const source = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.ts$/.test(file) && !/\.(test|test-kit|fixture)\.ts$/.test(file),
);
const textOf = (file: string) => readFileSync(join(source, file), 'utf8');

it('only the table makes a text for a model: no other file claims that a string is one (GAP-C1)', () => {
  expect(files.filter((file) => /\bas (?:unknown as )?ModelText\b|<ModelText>/.test(textOf(file)))).toEqual([
    'prompts/model-texts.ts',
  ]);
});

it('no block of a message is written in place: its words come from the table', () => {
  const written = /type: 'text'(?: as const)?,\s*text: (?:'[^']|"[^"]|`(?!<))/;
  expect(files.filter((file) => written.test(textOf(file)))).toEqual([]);
});

it('each row is said somewhere, and says when and why', () => {
  const all = files
    .filter((file) => file !== 'prompts/model-texts.ts')
    .map(textOf)
    .join('\n');
  const names = Object.keys(modelText);
  expect(names.filter((name) => !new RegExp(`modelText\\.${name}\\b`).test(all))).toEqual([]);
  const rows = textOf('prompts/model-texts.ts');
  expect(names.filter((name) => !new RegExp(`, [^.]*\\. [^/]*\\*/\\n {2}${name}: `).test(rows))).toEqual([]);
  expect(modelText.cutOff()).toMatch(/^The answer was cut off/);
});
