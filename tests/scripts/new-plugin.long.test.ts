import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, ROOT } from './load-script.js';
import { copyWorkspace, linkModules, run } from './workspace-copy.js';

const script = join(ROOT, 'scripts', 'new-plugin.mjs');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('npm run new:plugin', () => {
  it('writes a package into the workspace that passes types, lint, layers and its own tests', () =>
    inFolder({}, async (dir) => {
      copyWorkspace(dir, ['core', 'testing']);
      // Its version is read; its code is not needed.
      mkdirSync(join(dir, 'packages/cli'));
      cpSync(join(ROOT, 'packages/cli/package.json'), join(dir, 'packages/cli/package.json'));
      const told = await run('node scripts/new-plugin.mjs word-list', { dir });
      expect(told).toContain('Wrote packages/word-list.');
      expect(JSON.parse(read(dir, 'layers.json')).packages['word-list']).toEqual(['core']);
      await run('tsc -p tsconfig.json', { dir });
      await run('node scripts/check-layers.mjs', { dir });
      await run('biome check --error-on-warnings packages/word-list', { dir });
      await run('npm run build', { dir: join(dir, 'packages/word-list') });
      expect(await run('npm test', { dir: join(dir, 'packages/word-list') })).toMatch(/1 passed/);
    }));

  it('writes a package anywhere else that builds, passes its tests and keeps its manifest', () =>
    inFolder({}, async (dir) => {
      linkModules(dir);
      const own = join(dir, 'word-list');
      await run(`node ${script} word-list --dir ${own}`, { dir });
      writeFileSync(join(own, 'src', 'read.ts'), "export { readFile } from 'node:fs/promises';\n");
      await run('tsc -p tsconfig.json', { dir: own });
      rmSync(join(own, 'src', 'read.ts'));
      await expect(run('vitest run', { dir: own })).rejects.toThrow('write it with: npm run build');
      mkdirSync(join(own, 'dist'));
      writeFileSync(join(own, 'dist', 'stale.js'), '');
      await run('npm run build', { dir: own });
      expect(readdirSync(join(own, 'dist')).sort()).toEqual(['index.d.ts', 'index.js', 'lookup.d.ts', 'lookup.js']);
      expect(await run('vitest run', { dir: own })).toMatch(/1 passed/);
      const command = join(ROOT, 'packages', 'cli', 'bin', 'loadout.js');
      const loadout = `env LOADOUT_STATE_DIR=${join(dir, 'state')} node ${command}`;
      await run(`${loadout} trust --yes`, { dir: own });
      expect(await run(`${loadout} run`, { dir: own })).toContain('A pool: The tools that an agent has.');
      const { loadout: manifest } = JSON.parse(read(own, 'package.json'));
      expect(manifest).toMatchObject({ api: 1, tools: [{ name: 'Lookup', readOnly: true }], touches: {} });
      expect(manifest.options.properties).toHaveProperty('ignoreCase.default', true);
      const source = read(own, 'src', 'lookup.ts');
      writeFileSync(join(own, 'src', 'lookup.ts'), source.replace("name: 'Lookup'", "name: 'Find'"));
      await expect(run('vitest run', { dir: own })).rejects.toThrow('write it with: npm run build');
    }));

  it('leaves no placeholder in what it writes', () =>
    inFolder({}, async (dir) => {
      await run(`node ${script} word-list --dir ${dir}/p`, { dir });
      const paths = ['package.json', 'README.md', 'agent.config.yaml', 'src/index.ts', '.gitignore'];
      const text = paths.map((path) => read(dir, 'p', path)).join('\n');
      expect(text.replaceAll('word_list__Lookup', '')).not.toMatch(/__\w+__|undefined/);
      expect(text).toContain('word_list__Lookup');
    }));

  it('writes nothing over what is there', () =>
    inFolder({ 'p/README.md': 'mine' }, async (dir) => {
      await expect(run(`node ${script} word-list --dir ${dir}/p`, { dir })).rejects.toThrow(
        /README\.md exists already; nothing was written/,
      );
      expect(existsSync(join(dir, 'p', 'package.json'))).toBe(false);
    }));

  it('refuses a name that npm or the model would not take, and says how to write it', () =>
    inFolder({}, async (dir) => {
      for (const name of ['Word', 'word_list', '../word', 'word-'])
        await expect(run(`node ${script} ${name} --dir ${dir}/p`, { dir })).rejects.toThrow(
          /is not a plugin name; write small letters/,
        );
    }));
});
