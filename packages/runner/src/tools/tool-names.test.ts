import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const source = join(packages, 'runner/src');

interface Listed {
  readonly name: string;
  readonly aliases?: readonly string[];
}

/** The names and aliases of the tools of all plugins of this repository, by their manifests. */
const names = readdirSync(packages).flatMap((name) => {
  const json = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as {
    readonly loadout?: { readonly tools?: readonly Listed[] };
  };
  const all = (json.loadout?.tools ?? []).flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
  // `read` is also a kind of access.
  return all.filter((one) => /^[A-Z]/.test(one));
});

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
/** Names that are words too. They count only as a whole text, or where a call of them is asked for. */
const WORDS = new Set(['Read', 'Write', 'Edit', 'Agent', 'Task', 'Skill', 'Config']);
const isNamed = (text: string, name: string) =>
  (WORDS.has(name) ? new RegExp(`(['"\`])${name}\\1|\\b(?:call|calls|calling) ${name}\\b`) : new RegExp(`\\b${name}\\b`)).test(
    text,
  );

const ships = (file: string) => file.endsWith('.ts') && !/\.(test|test-kit|fixture)\.ts$/.test(file);

it('no file of the runner names a tool of a plugin: it finds tools by their roles', () => {
  expect(names).toEqual(expect.arrayContaining(['Read', 'Bash', 'Agent', 'ToolSearch']));
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(ships)
    .flatMap((file) => {
      const text = withoutComments(readFileSync(join(source, file), 'utf8'));
      return names.filter((name) => isNamed(text, name)).map((name) => `${file}: ${name}`);
    });
  expect(found).toEqual([]);
});
