import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { firstPartyTexts } from './configs/first-party.js';

/** The source of a package, or of an entry of it. */
const source = (name: string) =>
  fileURLToPath(new URL(`./packages/${name.replace(/(?=\/)|$/, '/src')}/index.ts`, import.meta.url));
const packages = [
  'core',
  'node',
  'command',
  'chat',
  'config',
  'runner',
  'sessions',
  'testing',
  'hooks',
  'budgets',
  'checkpoints',
  'model-apis',
  'models',
  'lock',
  'model-ai-sdk',
  'model-script',
  'model-anthropic',
  'model-openai',
  'engine-restate',
  'otel',
  'viewer',
  'tool-fs',
  'shell-rules',
  'tool-shell',
  'tool-script',
  'tool-web',
  'tool-agents',
  'tool-tasks',
  'tool-session',
  'tool-remote-agents',
  'tool-lsp',
  'tool-git',
  'tool-schedule',
  'tool-memory',
  'tool-search',
  'mcp',
  'sdk',
  'adapters',
  'import',
  'rules',
  'explain',
  'setup',
  'claude-files',
  'test',
  'serve',
  'ag-ui',
  'a2a',
  'acp',
];

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
  resolve: {
    alias: [
      { find: /^@loadout\/core\/(run|model|testing)$/, replacement: source('core').replace('index.ts', 'entries/$1.ts') },
      { find: /^@loadout\/tool-memory\/testing$/, replacement: source('tool-memory').replace('index.ts', 'store-laws/index.ts') },
      { find: /^@loadout\/test\/(vitest|jest)$/, replacement: source('test').replace('index.ts', '$1.ts') },
      ...[
        ...packages,
        'node/archive',
        'node/child',
        'node/http',
        'node/platform',
        'node/http/send',
        'core/commands',
        'adapters/open-agent-sdk',
        'models/history',
        'config/documents',
        'command/chat',
        'command/runs',
        'shell-rules/advice',
        'tool-script/check',
        'tool-shell/program',
      ].map((name) => ({
        find: new RegExp(`^@loadout/${name}$`),
        replacement: source(name),
      })),
    ],
  },
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
