import { isAbsolute, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { calledEarly } from './called-early.js';
import { finishCode } from './finish-code.js';
import { noticesOf } from './notices.js';
import { withOwnRuntime } from './own-runtime.js';
import { withoutFacades } from './without-facades.js';
import { YAML } from './yaml-modules.js';

/**
 * Bundles a package as `library` does, and decides which modules share a file. Node needs about 0.3 ms for each file, and a bundler
 * without groups makes one for each set of users. `chunks` are modules that are loaded together: each contains the modules that
 * match, and all that they import. A module is in the first chunk that takes it.
 */
export async function grouped({ dir, entry, chunks, bundled, define }) {
  const isTaken = (id) => bundled.some((name) => id === name || id.startsWith(`${name}/`));
  const groups = Object.entries(chunks).map(([name, test], index) => ({ name, test, priority: 100 - index }));
  const bundle = await rolldown({
    cwd: dir,
    input: entry,
    platform: 'node',
    logLevel: 'warn',
    // A dynamic import keeps a module from running early, even if a static import has loaded its file. On a busy machine any step is slow.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !isTaken(id),
    resolve: { alias: { yaml: YAML } },
    transform: { target: 'node20', define },
    plugins: [tables, finished(calledEarly(dir))],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    comments: { jsdoc: false },
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: { groups, includeDependenciesRecursively: true },
  });
  await bundle.close();
  return new Map(
    output.map(({ fileName, code, moduleIds }) => {
      const inputs = moduleIds.map((id) => relative(dir, id).replaceAll(sep, '/'));
      return [fileName, code + noticesOf(inputs, dir).join('')];
    }),
  );
}

/** Finishes the files when the bundler has printed them. It prints them anew after every earlier step. */
const finished = (calledEarly) => ({
  name: 'finished',
  generateBundle(_, bundle) {
    withoutFacades(bundle);
    withOwnRuntime(bundle);
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = finishCode(file.code, { calledEarly });
  },
});

/** Keeps a table of JSON in one piece, as a text that V8 reads faster than source. The bundler would make a variable of each of its fields. */
const tables = {
  name: 'tables',
  transform: {
    filter: { id: /\.json$/ },
    handler: (text) => ({
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))})`,
      moduleType: 'js',
    }),
  },
};
