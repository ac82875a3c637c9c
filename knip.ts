import { entriesOf } from './configs/tsup.base.js';
import { packagesOf, ROOT } from './scripts/lib/workspace.mjs';

/** Dependencies that no import of a package names: further programs, and packages that are loaded by name. */
const OF_PACKAGES = {
  acp: { ignoreDependencies: ['acpx'] },
  adapters: { ignoreDependencies: ['@langchain/core', '@mastra/core', '@openai/agents-core', '@loadout/tool-fs'] },
  chat: { entry: ['src/**/*.fixture.ts'] },
  'claude-files': { ignoreDependencies: ['modern-tar', 'yauzl'], project: ['src/**/*.ts'] },
  cli: { ignoreDependencies: ['@loadout/budgets', '@loadout/explain', '@loadout/hooks', '@loadout/model-anthropic'] },
  mcp: {
    entry: ['src/testing/*.mjs'],
    ignoreDependencies: ['@modelcontextprotocol/server-filesystem', '@modelcontextprotocol/server-memory', 'modern-tar', 'yauzl'],
  },
  sdk: {
    ignoreDependencies: [
      '@loadout/budgets',
      '@loadout/claude-files',
      '@loadout/hooks',
      '@loadout/mcp',
      '@loadout/model-anthropic',
      '@loadout/tool-.+',
    ],
  },
  'shell-rules': { entry: ['fuzz/*.{mjs,test.ts}'], project: ['src/**/*.ts'] },
  test: { ignoreDependencies: ['vitest'] },
  'tool-lsp': {
    entry: ['src/testing/*.mjs'],
    ignoreDependencies: ['bash-language-server', 'pyright', 'typescript-language-server', 'yaml-language-server'],
  },
  'tool-shell': { entry: ['src/testing/*-entry.ts', 'sandbox-tests/*.test.ts'] },
  'tool-web': { entry: ['src/testing/*-entry.ts'] },
  viewer: { entry: ['src/page/main.ts', 'src/page/talk/main.ts'] },
};

const packages = packagesOf(ROOT).map(({ name, json }) => {
  const { entry = [], ...own } = OF_PACKAGES[name] ?? {};
  return [`packages/${name}`, { entry: [...entriesOf(json).map(([, source]) => source), ...entry], ...own }];
});

export default {
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreBinaries: ['mkfifo', 'setpriv', 'strace'],
  workspaces: {
    '.': {
      entry: [
        'scripts/**/*.mjs',
        'configs/*.{js,mjs}',
        'bench/*.mjs',
        'bench/{chat,crowds,durable,engine,lib,outputs,serve,tools,turns}/**/*.mjs',
        'examples/*/*.{js,mjs}',
        'tests/fs/*.mjs',
        'tests/conformance/**/*.mjs',
        'tests/mcp/*.mjs',
        'tests/agents/*.mjs',
        'tests/engine/*.engine.ts',
        'tests/engine/*.pages.ts',
        'tests/engine/vitest.config.ts',
        'tests/engine/vitest.pages.config.ts',
        'tests/viewer/chromium.setup.ts',
      ],
      project: [
        'scripts/**/*.mjs',
        'bench/**/*.{mjs,ts}',
        'examples/*/*.{js,mjs,ts}',
        'tests/**/*.ts',
        '!tests/compat-sdk/**',
        '!tests/adapters/**',
        '!bench/peers/**',
        'configs/*.{js,mjs,ts}',
      ],
      ignoreDependencies: ['turbo', '@vscode/ripgrep', '@modelcontextprotocol/server-everything', '@restatedev/restate-sdk'],
    },
    ...Object.fromEntries(packages),
    'examples/05-plugin-package/*': { entry: ['*.{js,ts}'] },
  },
};
