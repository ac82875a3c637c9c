import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The version of an earlier SDK in `versions/`. Absent: the current one. */
const earlier = process.env.LOADOUT_COMPAT_VERSION;
const entryOf = (version: string) =>
  fileURLToPath(new URL(`versions/${version}/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs`, import.meta.url));

/** The tests use the built packages: run `npm run build` first. */
export default defineConfig({
  resolve: { alias: earlier === undefined ? {} : { '@anthropic-ai/claude-agent-sdk': entryOf(earlier) } },
  test: {
    root: import.meta.dirname,
    include: earlier === undefined ? ['*.compat.ts', 'adapters/*.compat.ts'] : ['*.compat.ts'],
    // The first compares declarations with those of the current SDK; the others are about Loadout alone.
    exclude: earlier === undefined ? [] : ['surface.compat.ts', 'sizes.compat.ts', 'usage.compat.ts'],
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    testTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    hookTimeout: 120_000,
  },
});
