import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript, ROOT } from './load-script.js';

interface Found {
  readonly specifier: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}
const { layerProblems } = await loadScript<{ layerProblems(root: string, layers: unknown): string[] }>('check-layers.mjs');
const { importsOf } = await loadScript<{ importsOf(source: string): Found[] }>('lib/syntax.mjs');

const layers = {
  packages: { core: [], 'tool-*': ['core'], cli: ['core'] },
  lazily: { cli: ['tool-b'] },
  rooms: {
    core: {
      contract: { values: [], types: ['pool'] },
      pool: { values: ['contract'], types: [] },
      errors: { values: [], types: [] },
    },
  },
  bans: [
    { in: ['core'], imports: ['node:*'], why: 'core does no I/O.', instead: 'Take it from the context.' },
    { in: ['*'], except: ['packages/cli/*'], text: ['console.', 'Date.now'], why: 'silence.', instead: 'Return it.' },
  ],
};

const problemsOf = (files: Record<string, string>, more: { readonly rooms?: unknown } = {}) =>
  inFolder(
    {
      ...Object.fromEntries(['core', 'tool-a', 'tool-b', 'cli'].map((name) => [`packages/${name}/package.json`, '{}'])),
      ...files,
    },
    (dir) => layerProblems(dir, { ...layers, ...more }),
  );

describe('imports of a source', () => {
  it('are found in every form, with their line and whether only types are taken', () => {
    const source = [
      "import a from 'a';",
      "import type { B } from 'b';",
      'import {',
      '  c,',
      '  type C,',
      "} from './c.js';",
      "import { type D, type E } from './d.js';",
      "export * from './e.js';",
      "export type { F } from './f.js';",
      "import './g.js';",
      "const h = await import('./h.js');",
      "type I = import('./i.js').I;",
      "let j: typeof import('./j.js');",
    ].join('\n');
    const told = importsOf(source).map(
      (one) => `${one.line} ${one.specifier}${one.typeOnly ? ' type' : ''}${one.dynamic ? ' dynamic' : ''}`,
    );
    expect(told).toEqual([
      '1 a',
      '2 b type',
      '6 ./c.js',
      '7 ./d.js type',
      '8 ./e.js',
      '9 ./f.js type',
      '10 ./g.js',
      '11 ./h.js dynamic',
      '12 ./i.js type dynamic',
      '13 ./j.js type dynamic',
    ]);
  });

  it('are found once if an imported name is exported, with and without an import inside of code', () => {
    const source = "import { a, type B } from 'a';\nimport type { C } from 'c';\nexport { a };\nexport type { C };\nexport {};\n";
    const told = (text: string) => importsOf(text).map((one) => [one.specifier, one.typeOnly]);
    expect(told(source)).toEqual([
      ['a', false],
      ['c', true],
    ]);
    expect(told(`${source}import('d');`)).toEqual([...told(source), ['d', false]]);
    expect(told("import type {} from 'a';\nexport {} from 'b';\nimport {} from 'c';")).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
  });

  it('are not what a comment or a template says', () => {
    const source = [
      "// import a from 'a';",
      '/*',
      "import b from 'b';",
      '*/',
      "const text = `\nimport c from 'c';\n`;",
      "const glob = '**/*.ts'; const end = '*/';",
      "import d from 'd';",
    ].join('\n');
    expect(importsOf(source).map((one) => one.specifier)).toEqual(['d']);
  });
});

describe('layers', () => {
  it('are kept by a package that imports what it may', async () => {
    const good = { 'packages/tool-a/src/index.ts': "import { a } from '@loadout/core';\nimport fs from 'node:fs';\n" };
    expect(await problemsOf(good)).toEqual([]);
  });

  it('are broken by a package that imports another, with the place and what to do', async () => {
    const bad = { 'packages/tool-a/src/deep/a.ts': "\nimport { b } from '@loadout/tool-b';\n" };
    expect(await problemsOf(bad)).toEqual([
      'packages/tool-a/src/deep/a.ts:2: tool-a imports @loadout/tool-b, but may import only core. Move what both need down to core.',
    ]);
  });

  it('are broken by types and by lazy imports too', async () => {
    const bad = { 'packages/tool-a/src/a.ts': "import type { b } from '@loadout/cli';\nawait import('@loadout/cli');\n" };
    expect(await problemsOf(bad)).toHaveLength(2);
  });

  it('let a package load lazily what it may not load at once', async () => {
    const type = "import type { B } from '@loadout/tool-b';\n";
    expect(await problemsOf({ 'packages/cli/src/a.ts': `${type}const b = await import('@loadout/tool-b');\n` })).toEqual([]);
    expect(await problemsOf({ 'packages/cli/src/a.ts': "import { b } from '@loadout/tool-b';\n" })).toHaveLength(1);
  });

  it('do not hold for tests', async () => {
    expect(await problemsOf({ 'packages/tool-a/src/a.test.ts': "import '@loadout/tool-b';\n" })).toEqual([]);
  });

  it('let nothing that ships import what is for tests', async () => {
    expect(await problemsOf({ 'packages/cli/src/a.ts': "import { kit } from './agent.test-kit.js';\n" })).toEqual([
      'packages/cli/src/a.ts:1: imports ./agent.test-kit.js, which is for tests and does not ship. Move what both need into a file that does.',
    ]);
  });

  it('let a room import types where it may not import values', async () => {
    const files = { 'packages/core/src/pool/pool.ts': 'export const pool = 1;\n' };
    expect(
      await problemsOf({ ...files, 'packages/core/src/contract/a.ts': "import type { P } from '../pool/pool.js';\n" }),
    ).toEqual([]);
    expect(await problemsOf({ ...files, 'packages/core/src/contract/a.ts': "import { P } from '../pool/pool.js';\n" })).toEqual([
      'packages/core/src/contract/a.ts:1: core/contract imports values of core/pool, but may import values of no other room. Only its types may be imported here: write "import type".',
    ]);
  });

  it('ask for a rule for a package and for a room that have none', async () => {
    const problems = await problemsOf({
      'packages/new/package.json': '{}',
      'packages/core/src/fresh/a.ts': "import '../errors.js';\n",
    });
    expect(problems).toEqual([
      'packages/new: layers.json does not say what it may import; add "new" to "packages".',
      'packages/core/src/fresh/a.ts:1: layers.json does not say what core/fresh may import; add it to "rooms".',
    ]);
  });

  it('ban modules and words, but not in comments, longer words and places that are left out', async () => {
    const problems = await problemsOf({
      'packages/core/src/errors.ts': "import 'node:fs';\n// console.log\nmyconsole.log();\nconst t = Date.now();\n",
      'packages/cli/src/index.ts': 'console.log(1);\n',
    });
    expect(problems).toEqual([
      'packages/core/src/errors.ts:1: node:fs is banned here: core does no I/O. Take it from the context.',
      'packages/core/src/errors.ts:4: Date.now is banned here: silence. Return it.',
    ]);
  });

  it('have no circle of files, types counted; what is loaded lazily closes none', async () => {
    const chain = {
      'packages/tool-a/src/a.ts': "import './b.js';\n",
      'packages/tool-a/src/b.ts': "import './c.js';\n",
    };
    const closedBy = (source: string) => problemsOf({ ...chain, 'packages/tool-a/src/c.ts': source });
    const circle = [
      'packages/tool-a/src/a.ts: 3 files import each other, types counted: packages/tool-a/src/a.ts, packages/tool-a/src/b.ts, packages/tool-a/src/c.ts. Move what they share into a file of its own.',
    ];
    expect(await closedBy("import './a.js';\n")).toEqual(circle);
    expect(await closedBy("import type { A } from './a.js';\n")).toEqual(circle);
    expect(await closedBy("await import('./a.js');\n")).toEqual([]);
  });

  it('of this workspace let tools, hooks and providers import nothing but core, the private package and the table of models', () => {
    const own = JSON.parse(readFileSync(join(ROOT, 'layers.json'), 'utf8')) as { packages: Record<string, string[]> };
    for (const name of ['testing', 'models']) expect(own.packages[name]).toEqual(['core']);
    expect(own.packages.config).toEqual(['core', 'models', 'node']);
    expect(own.packages.runner).toEqual(['core', 'models', 'node', 'sessions']);
    expect(own.packages.sessions).toEqual(['core', 'node']);
    for (const name of ['model-*', 'tool-*', 'hooks', 'mcp']) expect(own.packages[name]).toEqual(['core', 'node']);
    for (const name of ['core', 'node']) expect(own.packages[name]).toEqual([]);
  });
});

describe('rooms in an order', () => {
  const rooms = { core: ['errors', 'pool', 'contract'] };
  const sources = (one: string, two: string) => ({
    'packages/core/src/pool/pool.ts': one,
    'packages/core/src/contract/tool.ts': two,
    'packages/core/src/errors.ts': '',
  });

  it('import what is before them, and neither values nor types of what is behind', async () => {
    expect(await problemsOf(sources("import '../errors.js';", "import '../pool/pool.js';"), { rooms })).toEqual([]);
    expect(await problemsOf(sources("import type { T } from '../contract/tool.js';", ''), { rooms })).toEqual([
      'packages/core/src/pool/pool.ts:1: core/pool imports types of core/contract, but may import types of errors. Move what both need down, or turn the import around.',
    ]);
  });

  it('name every room', async () => {
    const files = { 'packages/core/src/new/a.ts': "import '../errors.js';", 'packages/core/src/errors.ts': '' };
    expect(await problemsOf(files, { rooms })).toEqual([
      'packages/core/src/new/a.ts:1: layers.json does not say what core/new may import; add it to "rooms".',
    ]);
  });
});

describe('a timer', () => {
  const inTool = (line: string) => problemsOf({ 'packages/tool-a/src/run.ts': `${line}\n` });

  it.each([
    'setTimeout(stop, options.timeoutSeconds * 1000);',
    'const signal = AbortSignal.timeout(limitMs);',
    "import { setTimeout as pause } from 'node:timers/promises';\nawait pause(delayMs, undefined);",
    'AbortSignal.timeout(Math.min(timeoutMs, LONGEST_MS));',
  ])('of a configured time is refused: %s', async (line) => {
    expect((await inTool(line)).join()).toContain('a timer of more than 24.8 days ends at once');
  });

  it.each([
    'setTimeout(stop, TIMEOUT_SECONDS * 1000);',
    'setTimeout(stop, Math.min(timeoutMs, LONGEST_MS));',
    'AbortSignal.timeout(5_000);',
    'after(timeoutMs, stop);',
  ])('of a fixed or bounded time is not: %s', async (line) => {
    expect(await inTool(line)).toEqual([]);
  });
});
