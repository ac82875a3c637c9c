import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import ofTheWorkspace from '../../vitest.config.js';
import { LongestFirst } from './longest-first.js';

/** The data of an engine is on a disk, not in the folder in memory. */
const { include: _, globalSetup: __, ...test } = ofTheWorkspace.test ?? {};

/** The tests start the built command: run `npm run build` first. */
export default mergeConfig(
  { ...ofTheWorkspace, test },
  defineConfig({
    test: {
      root: import.meta.dirname,
      include: ['*.engine.ts'],
      testTimeout: 1_200_000,
      // The tests spend half of their time waiting for processes.
      maxWorkers: availableParallelism() + 1,
      sequence: { sequencer: LongestFirst },
    },
  }),
);
