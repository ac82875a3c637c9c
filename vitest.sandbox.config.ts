import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/** Tests that need bubblewrap and socat: `npm run test:sandbox`. */
export default mergeConfig(
  // In the sandbox a command has a /dev of its own, so the temporary folder is not below it.
  { ...config, test: { ...config.test, include: [], globalSetup: [] } },
  { test: { include: ['packages/tool-shell/sandbox-tests/**/*.test.ts'] } },
);
