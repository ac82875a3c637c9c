import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript, ROOT } from './load-script.js';

const { bundledInto, noticeFiles } = await loadScript<{
  bundledInto(dir: string): string[];
  noticeFiles(root: string): Record<string, string>;
}>('sync-notices.mjs');

describe('the licences in a tarball', () => {
  it('are those of the repository, and of each package whose code it contains (U12)', () =>
    inFolder(
      {
        LICENSE: 'Ours.\n',
        'node_modules/left/package.json': '{ "name": "left", "version": "1.2.3", "license": "ISC" }',
        'node_modules/left/LICENSE.md': 'Theirs.\n',
        'packages/one/package.json': '{ "name": "one" }',
        'packages/one/dist/index.js': '// ../../node_modules/left/index.js\nconst left = 1;\n',
        'packages/two/package.json': '{ "name": "two", "private": true }',
      },
      async (dir) => {
        const files = noticeFiles(dir);
        expect(Object.keys(files)).toEqual(['packages/one/LICENSE', 'packages/one/THIRD-PARTY.md', 'packages/one/sbom.cdx.json']);
        expect(JSON.parse(files['packages/one/sbom.cdx.json'] ?? '')).toMatchObject({
          components: [{ name: 'left', version: '1.2.3', licenses: [{ expression: 'ISC' }], purl: 'pkg:npm/left@1.2.3' }],
        });
        expect(files['packages/one/LICENSE']).toBe('Ours.\n');
        expect(files['packages/one/THIRD-PARTY.md']).toContain('## left 1.2.3 (ISC)\n\n```text\nTheirs.\n```');
      },
    ));

  it('are missing from no package: one without a licence text cannot be bundled', () =>
    inFolder(
      {
        LICENSE: 'Ours.\n',
        'node_modules/left/package.json': '{ "name": "left" }',
        'packages/one/package.json': '{ "name": "one" }',
        'packages/one/dist/index.js': '// ../../node_modules/left/index.js\n',
      },
      async (dir) => {
        expect(() => noticeFiles(dir)).toThrow('left has no licence text');
      },
    ));

  it('come with every package that npm would publish (U12)', () => {
    const args = ['pack', '--json', '--dry-run', '--ignore-scripts', '--workspaces'];
    const packed = JSON.parse(
      execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    ) as {
      name: string;
      files: { path: string }[];
    }[];
    const ours = packed.filter(({ name }) => name.startsWith('@loadout/') && name !== '@loadout/node');
    expect(ours.length).toBeGreaterThan(15);
    for (const { name, files } of ours) {
      const paths = files.map(({ path }) => path);
      const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', name.slice('@loadout/'.length), 'package.json'), 'utf8'));
      expect(paths, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
      for (const file of ['THIRD-PARTY.md', 'sbom.cdx.json'])
        expect(paths.includes(file), `${name}/${file}`).toBe(manifest.files.includes(file));
    }
  });

  it('are found in the built files of this workspace, which name each package that they contain', () => {
    const names = (dir: string) => bundledInto(join(ROOT, 'packages', dir)).map((path) => path.split('node_modules/')[1]);
    expect(names('tool-fs')).toEqual([]);
    expect(names('config')).toEqual(['cosmiconfig', 'env-paths', 'yaml', 'zod']);
  });
});
