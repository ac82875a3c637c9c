import { fileURLToPath } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import { calledEarly } from './called-early.js';
import { finishCode } from './finish-code.js';
import { firstPartyPackages } from './first-party.js';

/** Every package is built alike: ESM only, JavaScript only (`tsc` writes the types), one file plus chunks that are loaded when used. */
export function library(options: Options = {}) {
  const finish = { hasNames: options.minify !== true, calledEarly: calledEarly() };
  return defineConfig({
    entry: ['src/index.ts'],
    format: 'esm',
    target: 'node20',
    platform: 'node',
    splitting: true,
    clean: true,
    dts: false,
    silent: true,
    plugins: [{ name: 'finish-code', renderChunk: (code) => ({ code: finishCode(code, finish) }) }],
    // Without `node:`, a bundler or a test runner may look for a package of that name.
    removeNodeProtocol: false,
    esbuildOptions(esbuild) {
      // Where yaml is bundled it is its ES modules: the CommonJS ones ask for `require` at run time.
      esbuild.alias = { yaml: fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url)) };
    },
    ...options,
    define: { __FIRST_PARTY_PACKAGES__: JSON.stringify(firstPartyPackages()), ...options.define },
    // The private package: its code goes into the files of those that use it.
    noExternal: ['@loadout/node', ...(options.noExternal ?? [])],
  });
}
