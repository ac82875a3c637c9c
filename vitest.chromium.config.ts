import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** Tests of the built page and of the built site in a real Chromium: `npm run test:viewer`, `npm run test:site`. */
export default mergeConfig(
  // The tests do not use the folder in memory: Chromium keeps its own memory in /dev/shm.
  { ...config, test: { ...config.test, include: [], exclude: [], globalSetup: [] } },
  {
    test: {
      // The folder is named by `--dir`.
      include: ['**/*.test.ts'],
      globalSetup: [fileURLToPath(new URL('./tests/viewer/chromium.setup.ts', import.meta.url))],
      maxWorkers: 2,
      testTimeout: 900_000,
    },
  },
);
