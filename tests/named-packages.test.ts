import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { firstPartyPackages } from '../configs/first-party.js';
import { root } from './lib/loadout.js';

const files = globSync(
  [
    '*.{md,yaml}',
    'docs/**/*.md',
    'examples/**/*.{md,yaml,json}',
    'packages/*/README.md',
    'packages/*/src/**/*.ts',
    'scripts/**/*',
  ],
  { cwd: root, ignore: ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/*.test-kit.ts', '**/testing/**'] },
);
const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Packages that are bundled into their users and never installed. */
const PRIVATE = ['@loadout/node', '@loadout/command'];

/** Programs that the root package.json installs, and Loadout's own commands under names that nobody else can register. */
const RUNNABLE = ['@loadout/cli', '@loadout/acp', 'vitest', 'changeset'];

/** Every match of the pattern's first group: `file: match`. */
const found = (pattern: RegExp) =>
  texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([, match = '']) => ({ file, match })));

describe('a package that a text of this project names', () => {
  it('is one of ours if it has our scope, so that nobody installs what others register (U1)', () => {
    const own = firstPartyPackages();
    // A name that ends in a hyphen or a placeholder is a pattern.
    const named = found(/(@loadout\/[a-z][a-z-]*[a-z])(?![\w*-]|[<{$])/g).filter(({ match }) => !PRIVATE.includes(match));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ match }) => !own.includes(match))).toEqual([]);
  });

  it('is there if npx runs it (U1)', () => {
    const run = found(/\bnpx (?:--?[a-z-]+ )*(@?[\w./-]+)/g).filter(({ file }) => file.endsWith('.md') || file.endsWith('.yaml'));
    expect(run.length).toBeGreaterThan(10);
    expect(run.filter(({ match }) => !RUNNABLE.includes(match))).toEqual([]);
  });

  it('is a dependency of what the template writes, if the template runs it (U1)', () => {
    const template = readFileSync(join(root, 'scripts/templates/plugin/package.json.tmpl'), 'utf8');
    expect(Object.keys(JSON.parse(template).devDependencies)).toContain('@loadout/cli');
  });
});
