import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The tests use the built packages: run `npm run build` first. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.compat.ts'],
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
