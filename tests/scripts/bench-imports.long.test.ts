import { build } from 'esbuild';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

it('each bench imports names that the packages export', async () => {
  const entryPoints = globSync('bench/**/*.mjs', { cwd: ROOT });
  expect(entryPoints.length).toBeGreaterThan(30);
  const { errors } = await build({
    ...{ entryPoints, absWorkingDir: ROOT, outdir: 'bench', bundle: true, write: false },
    ...{ packages: 'external', external: ['./work.mjs'], platform: 'node', format: 'esm', logLevel: 'silent' },
  }).catch((failed: { readonly errors: readonly { readonly text: string }[] }) => failed);
  expect(errors.map(({ text }) => text)).toEqual([]);
});
