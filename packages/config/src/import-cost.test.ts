import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));

/** The packages that a file imports for their values, with all that it imports. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)';/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) packagesOf(resolve(dirname(file), name.replace(/\.js$/, '.ts')), seen);
    else seen.add(name);
  }
  return seen;
}

const external = (file: string) =>
  [...packagesOf(join(SOURCE, file))].filter((name) => !name.startsWith('/') && !name.startsWith('node:'));

it('importing the package loads no parser and no schema library', () => {
  expect(external('index.ts')).toEqual(['@loadout/core']);
});

it('loading a document loads neither, and what reads other files only when it is asked to', () => {
  const seen = new Set<string>();
  packagesOf(join(SOURCE, 'load/load-config.ts'), seen);
  expect(external('load/load-config.ts')).toEqual(['@loadout/core']);
  const lazy = ['claude/read-claude', 'compat/read-compat', 'layers/read-layers', 'load/check-document', 'trust/judge'];
  expect(lazy.filter((name) => seen.has(join(SOURCE, `${name}.ts`)))).toEqual([]);
});

it.each(readdirSync(join(SOURCE, 'compile')).filter((name) => !name.endsWith('.test.ts')))(
  'compile/%s needs neither a parser nor a schema library, so that a cache can skip what comes before it',
  (name) => expect(external(join('compile', name)).filter((one) => one !== '@loadout/core')).toEqual([]),
);
