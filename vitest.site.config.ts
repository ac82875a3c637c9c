import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** Tests of the built site in a real Chromium: `npm run test:site`. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [], exclude: [], globalSetup: [] } },
  {
    test: {
      include: ['tests/site/**/*.test.ts'],
      globalSetup: [fileURLToPath(new URL('./tests/viewer/chromium.setup.ts', import.meta.url))],
      maxWorkers: 2,
      testTimeout: 900_000,
    },
  },
);
