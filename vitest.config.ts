import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { firstPartyTexts } from './configs/first-party.js';
import tsconfig from './tsconfig.json' with { type: 'json' };

/** The entries of the packages, as the type check finds them. */
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [path = '']]) => ({
  find: new RegExp(`^${name.replace('*', '([^/]+)')}$`),
  replacement: fileURLToPath(new URL(path.replace('*', '$1'), import.meta.url)),
}));

/**
 * The stored modules of each lock file have a folder of their own: Vitest empties one that was stored for another lock file, while
 * the suites that run beside it are using it.
 */
const lock = createHash('sha256')
  .update(readFileSync(new URL('./node_modules/.package-lock.json', import.meta.url)))
  .digest('hex');

/** Tests read the sources; what must be tried as built (the bin, packed packages) starts a process of its own. */
export default defineConfig({
  define: firstPartyTexts(),
  resolve: { alias },
  test: {
    include: ['packages/*/{src,fuzz}/**/*.test.ts', 'tests/**/*.test.ts'],
    // These need a browser and the built page, npm run test:viewer, or take long: vitest.long.config.ts.
    exclude: ['**/node_modules/**', 'tests/{site,viewer}/**', '**/*.long.test.ts'],
    // Absolute, because the configurations of other test folders extend this one.
    globalSetup: [fileURLToPath(new URL('./tests/lib/temporary-folder.setup.ts', import.meta.url))],
    setupFiles: [fileURLToPath(new URL('./tests/lib/end-of-file.setup.ts', import.meta.url))],
    // The slow tests wait for processes of their own, so one more worker than processors keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // The packages keep no state at module level, so their tests can share a worker: a third of the time is loading.
    isolate: false,
    // Below the root of each configuration, since some have a lock file of their own.
    experimental: { fsModuleCache: true, fsModuleCachePath: `node_modules/.vitest-modules/${lock.slice(0, 12)}` },
    unstubEnvs: true,
    testTimeout: 300_000,
    // A value that comes late on a busy machine is no failure. The time is below that of a test, whose error names no value.
    expect: { poll: { timeout: 150_000 } },
    hookTimeout: 300_000,
    env: { ANTHROPIC_API_KEY: '', LOADOUT_MODEL: '' },
  },
});
