import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inFolder, loadScript } from './load-script.js';
import { copyWorkspace, run } from './workspace-copy.js';

const { addToList, kebab } = await loadScript<{
  addToList(source: string, tool: { variable: string; file: string }): string;
  kebab(name: string): string;
}>('new-tool.mjs');
const tool = { variable: 'countTool', file: 'count' };

/** `extension-paths.test.ts` holds an added tool to types, lint, layers and its tests, in a copy of the workspace that it has anyway. */
describe('npm run new:tool', () => {
  it('puts the tool at the end of the list and its import in order', () => {
    const source =
      "import { definePlugin } from '@loadout/core';\nimport { a } from './a.js';\nimport { z } from './z.js';\n\nf({ tools: [a, z] });\n";
    expect(addToList(source, tool)).toBe(
      "import { definePlugin } from '@loadout/core';\nimport { a } from './a.js';\nimport { countTool } from './count.js';\nimport { z } from './z.js';\n\nf({ tools: [a, z, countTool] });\n",
    );
  });

  it('puts it into an empty list, and into a list of makers as a maker', () => {
    expect(addToList('f({ tools: [] });', tool)).toContain('tools: [countTool]');
    expect(addToList('tools: [a, b].map((make) => make(options))', tool)).toContain('tools: [a, b, () => countTool].map((make)');
  });

  it('refuses a package without a list, a package that is none, and a name that is none, and writes nothing', () =>
    inFolder({}, async (dir) => {
      copyWorkspace(dir, ['core']);
      const refused = (args: string) => expect(run(`node scripts/new-tool.mjs ${args}`, { dir })).rejects;
      await refused('core CountWords').toThrow(/has no list "tools: \[\.\.\.\]"/);
      await refused('nothing CountWords').toThrow(/no package "nothing"/);
      await refused('core count-words').toThrow(/is not a tool name; write it in PascalCase/);
      expect(existsSync(join(dir, 'packages/core/src/count-words.ts'))).toBe(false);
    }));

  it('names a file after its tool', () => {
    expect(['Read', 'CountWords', 'LSPQuery', 'Http2Get'].map(kebab)).toEqual(['read', 'count-words', 'lsp-query', 'http2-get']);
  });
});
