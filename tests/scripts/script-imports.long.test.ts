import { build, type Plugin } from 'esbuild';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

/** Packages of others are not read. */
const others: Plugin = {
  name: 'others',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@loadout/') ? undefined : { path, external: true },
    ),
};

it('each bench and each fuzzer imports what the packages export', async () => {
  const entryPoints = globSync(['bench/**/*.mjs', 'packages/*/fuzz/**/*.mjs'], { cwd: ROOT });
  expect(entryPoints.length).toBeGreaterThan(45);
  const { errors } = await build({
    ...{ entryPoints, absWorkingDir: ROOT, outdir: 'scripts', bundle: true, write: false, plugins: [others] },
    ...{ external: ['./work.mjs'], platform: 'node', format: 'esm', logLevel: 'silent' },
  }).catch((failed: { readonly errors: readonly { readonly text: string }[] }) => failed);
  expect(errors.map(({ text }) => text)).toEqual([]);
});
