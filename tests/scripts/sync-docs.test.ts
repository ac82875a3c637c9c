import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';

const { errorsPage, doubledCodes, sample } = await loadScript<{
  errorsPage(packages: readonly object[]): string;
  doubledCodes(packages: readonly object[]): string[];
  sample(make: (p: never) => string | undefined): string | undefined;
}>('docs/errors.mjs');
const { configPage } = await loadScript<{ configPage(schema: object): string }>('docs/config.mjs');
const { hooksPage } = await loadScript<{ hooksPage(parts: { events: object; manifests: object[] }): string }>('docs/hooks.mjs');
const { replaceBlock, settleFiles } = await loadScript<{
  replaceBlock(text: string, block: { name: string; block: string }): string;
  settleFiles(files: Record<string, string>, options: { root: string; check: boolean }): string[];
}>('lib/generated.mjs');
const { strayPages } = await loadScript<{ strayPages(root: string, files: object): string[] }>('sync-docs.mjs');
const { withManifest } = await loadScript<{ withManifest(text: string, context: object): Promise<string> }>('sync-manifests.mjs');

const pack = (name: string, errorTable: object) => ({ json: { name }, module: { errorTable } });

describe('the reference', () => {
  it('has no page that is compared nowhere', () =>
    inFolder({ 'docs/reference/made.md': 'a', 'docs/reference/old.md': 'b' }, (root) => {
      expect(strayPages(root, { 'docs/reference/made.md': 'a' })).toEqual([expect.stringMatching(/^docs\/reference\/old\.md /)]);
    }));
});

describe('the reference of errors', () => {
  it('says each message with the names of its parameters, whatever kind they are', () => {
    const row = (p: { path: string; count: number; near?: string; known: string[]; place: { line: number } }) =>
      `${p.path} has ${p.count} in ${JSON.stringify(p.path)}.${p.near === undefined ? '' : ` Like ${p.near}?`} ${p.known.map((one) => `"${one}"`).join(', ')} ${p.known.join('; ')} ${p.path.slice(0, 5)} ${p.place.line}`;
    expect(sample(row as never)).toBe('<path> has <count> in "<path>". Like <near>? "<known>" <known> <path> <line>');
  });

  it('says <number> for the length of a list, and for a sum', () => {
    const row = (p: { known: string[]; spent: number }) => `${p.known.length} known, as ${p.known[0]}; ${p.spent * 1} is spent.`;
    expect(sample(row as never)).toBe('<number> known, as <known>; <number> is spent.');
  });

  it('says so where a message cannot be made without its parameters', () => {
    const page = errorsPage([pack('@loadout/a', { ODD: { message: (p: { f: { g(): number } }) => p.f.g().toFixed.call({}) } })]);
    expect(page).toContain('### ODD\n\n```text\n(made where it is thrown)\n```');
  });

  it('has every code of every package, with its fix', () => {
    const page = errorsPage([
      pack('@loadout/a', { A_GONE: { message: () => 'It is gone.', fix: () => 'Look again.' } }),
      pack('@loadout/b', { B_FULL: { message: (p: { n: number }) => `It is full: ${p.n}.` } }),
      { json: { name: '@loadout/c' }, module: undefined },
    ]);
    expect(page).toContain('## @loadout/a\n\n### A_GONE\n\n```text\nIt is gone.\nFix: Look again.\n```');
    expect(page).toContain('## @loadout/b\n\n### B_FULL\n\n```text\nIt is full: <n>.\n```');
  });

  it('has a code in one table only', () => {
    const row = { TWICE: { message: () => '' } };
    expect(doubledCodes([pack('a', row), pack('b', row)])).toEqual(['The error TWICE stands in the tables of a and b.']);
  });
});

describe('the other pages', () => {
  it('show every map of a configuration once, also behind a reference', () => {
    const page = configPage({
      type: 'object',
      properties: {
        agents: { type: 'object', additionalProperties: { $ref: '#/$defs/agent' } },
        limit: { type: 'integer', minimum: 1 },
      },
      required: ['agents'],
      $defs: {
        agent: {
          type: 'object',
          properties: { mode: { enum: ['a', 'b'], default: 'a', description: 'a|b' }, inside: { $ref: '#/$defs/agent' } },
        },
      },
    });
    expect(page).toContain('| `agents` | map of map | yes |');
    expect(page).toContain('| `limit` | integer ≥ 1 |  |');
    expect(page).toContain('## `agents.<name>`\n\n| Name | Type | Default | Meaning |');
    expect(page).toContain('| `mode` | "a", "b" | `"a"` | a\\|b |');
    expect(page.match(/^## /gm)).toHaveLength(1);
  });

  it('take what an event is from the table of events', () => {
    const events = { Pre: { sentence: 'Before. May deny it.', subject: 'tool', blocks: true }, Post: { sentence: 'After.' } };
    const page = hooksPage({ events, manifests: [] });
    expect(page).toContain('| `Pre` | yes | `tool` | Before. May deny it. |');
    expect(page).toContain('| `Post` | no |  | After. |');
  });
});

describe('generated files', () => {
  it('are written when they differ, and only told of by --check', () =>
    inFolder({ 'a.md': 'old', 'b.md': 'same' }, (dir) => {
      const files = { 'a.md': 'new', 'b.md': 'same', 'deep/c.md': 'new' };
      expect(settleFiles(files, { root: dir, check: true })).toEqual(['a.md', 'deep/c.md']);
      expect(readFileSync(join(dir, 'a.md'), 'utf8')).toBe('old');
      expect(settleFiles(files, { root: dir, check: false })).toEqual(['a.md', 'deep/c.md']);
      expect(settleFiles(files, { root: dir, check: true })).toEqual([]);
    }));

  it('keep what stands outside of a block, and are left alone without one', () => {
    const text = 'a\n<!-- generated:tools -->\nold\n<!-- /generated:tools -->\nb';
    const written = 'a\n<!-- generated:tools -->\n\n| new |\n\n<!-- /generated:tools -->\nb';
    expect(replaceBlock(text, { name: 'tools', block: '| new |' })).toBe(written);
    expect(replaceBlock(written, { name: 'tools', block: '| new |' })).toBe(written);
    expect(replaceBlock(text, { name: 'options', block: 'x' })).toBe(text);
  });

  it('of a hook plugin hold the schema of each type without the type itself, and keep touches', async () => {
    const text = JSON.stringify({ name: 'p', loadout: { touches: { exec: true } }, files: ['dist'] });
    const written = await withManifest(text, {
      plugin: {},
      module: { hookKinds: [{ type: 'run', schema: { type: 'object', properties: { type: {}, command: { type: 'string' } } } }] },
      pluginManifest: async (_plugin: unknown, { packageJson }: { packageJson: { loadout: object } }) => packageJson.loadout,
    });
    expect(JSON.parse(written)).toEqual({
      name: 'p',
      loadout: { touches: { exec: true }, hookTypes: { run: { type: 'object', properties: { command: { type: 'string' } } } } },
      files: ['dist'],
    });
  });
});
