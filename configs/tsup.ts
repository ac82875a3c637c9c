import { defineConfig, type Options } from 'tsup';

/** Every package is built alike: ESM only, JavaScript only (`tsc` writes the types), one file plus lazily loaded chunks. */
export function library(options: Options = {}) {
  return defineConfig({
    entry: ['src/index.ts'],
    format: 'esm',
    target: 'node20',
    platform: 'node',
    splitting: true,
    clean: true,
    dts: false,
    silent: true,
    ...options,
  });
}
