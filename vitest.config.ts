import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { firstPartyPackages, firstPartyPlugins } from './configs/first-party.js';

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));
const packages = [
  'core',
  'node',
  'config',
  'runner',
  'testing',
  'hooks',
  'model-script',
  'model-anthropic',
  'tool-fs',
  'tool-shell',
  'tool-web',
  'tool-agents',
  'tool-tasks',
  'tool-session',
  'tool-lsp',
  'tool-git',
  'tool-schedule',
  'mcp',
  'sdk',
];

/** Tests read the sources; what must be tried as built (the bin, packed packages) starts a process of its own. */
export default defineConfig({
  define: {
    __FIRST_PARTY_PLUGINS__: JSON.stringify(firstPartyPlugins()),
    __FIRST_PARTY_PACKAGES__: JSON.stringify(firstPartyPackages()),
  },
  resolve: {
    alias: [
      ...packages.map((name) => ({ find: new RegExp(`^@loadout/${name}$`), replacement: source(name) })),
      {
        find: '@loadout/core/models',
        replacement: fileURLToPath(new URL('./packages/core/src/models/index.ts', import.meta.url)),
      },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    // The slow tests wait for processes of their own, so one more worker than processors keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // The packages keep no state at module level, so their tests can share a worker: a third of the time is loading.
    isolate: false,
    unstubEnvs: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { ANTHROPIC_API_KEY: '', LOADOUT_MODEL: '' },
  },
});
