import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown';
import { calledEarly } from './called-early.js';
import { finishCode } from './finish-code.js';
import { firstPartyPackages } from './first-party.js';
import { withoutFacades } from './without-facades.js';

interface Grouped {
  /** The entries by the name of their files. */
  readonly input: Readonly<Record<string, string>>;
  /**
   * Modules that are loaded together: each chunk contains the modules that match, and all that they import. A module is in the first
   * chunk that takes it.
   */
  readonly chunks: Readonly<Record<string, RegExp>>;
  /** Packages whose code goes into the files. */
  readonly noExternal?: readonly string[];
  readonly define?: Readonly<Record<string, string>>;
  readonly plugins?: RolldownOptions['plugins'];
}

/**
 * Builds a package as `library` does, and decides which modules share a file. Node needs about 0.3 ms for each file, and a bundler
 * without groups makes one for each set of users.
 */
export function grouped({ input, chunks, noExternal = [], define = {}, plugins }: Grouped) {
  const taken = ['@loadout/node', ...noExternal];
  const isTaken = (id: string) => taken.some((name) => id === name || id.startsWith(`${name}/`));
  const groups = Object.entries(chunks).map(([name, test], index) => ({ name, test, priority: 100 - index }));
  return defineConfig({
    input,
    platform: 'node',
    logLevel: 'warn',
    // An import that waits keeps a module unevaluated, also where another import brings its file.
    checks: { ineffectiveDynamicImport: false },
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isTaken(id),
    resolve: { alias: { yaml: fileURLToPath(new URL('../node_modules/yaml/browser/index.js', import.meta.url)) } },
    transform: {
      target: 'node20',
      define: { __FIRST_PARTY_PACKAGES__: JSON.stringify(firstPartyPackages()), ...define },
    },
    plugins: [plugins, finished],
    output: {
      dir: 'dist',
      cleanDir: true,
      format: 'esm',
      comments: { jsdoc: false },
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups, includeDependenciesRecursively: true },
    },
  });
}

/** Finishes the files when the bundler has printed them. It prints them anew after every earlier step. */
const finished: Plugin = {
  name: 'finished',
  generateBundle(_, bundle) {
    withoutFacades(bundle);
    const finish = { calledEarly: calledEarly() };
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = finishCode(file.code, finish);
  },
};
