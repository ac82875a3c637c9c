import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** Tests that need bubblewrap and socat: `npm run test:sandbox`. */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [] } },
  { test: { include: ['packages/tool-shell/sandbox-tests/**/*.test.ts'] } },
);
