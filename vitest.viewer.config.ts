import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** Tests of the built page in a real Chromium: `npm run test:viewer`. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [], exclude: [] } },
  { test: { include: ['tests/viewer/**/*.test.ts'], maxWorkers: 2 } },
);
