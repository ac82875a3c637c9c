import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import ofTheWorkspace from '../../vitest.config.js';
import { LongestFirst } from './longest-first.js';

/** The data of an engine stay on a disk, and not in the folder in memory. */
const { include: _, globalSetup: __, ...test } = ofTheWorkspace.test ?? {};

/** The tests start the built command: run `npm run build` first. */
export default mergeConfig(
  { ...ofTheWorkspace, test },
  defineConfig({
    test: {
      root: import.meta.dirname,
      include: ['*.engine.ts'],
      testTimeout: 240_000,
      // The tests wait for processes half of their time.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst },
    },
  }),
);
