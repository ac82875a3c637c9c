import { mergeConfig } from 'vitest/config';
import config from './vitest.config.js';

/**
 * Tests that install packages, compile projects, kill processes again and again, or start the command dozens of times. They are named
 * `*.long.test.ts`, and are no part of `npm test`: `npm run check -- --only long,projects,commands,wire,doors,wires,all-packages`.
 */
export default mergeConfig(
  { ...config, test: { ...config.test, include: [], exclude: [] } },
  {
    test: {
      include: ['packages/*/{src,fuzz}/**/*.long.test.ts', 'tests/**/*.long.test.ts'],
      exclude: ['**/node_modules/**'],
      // For tests/lib/breadth.ts.
      env: { LOADOUT_TEST_BREADTH: 'whole' },
    },
  },
);
