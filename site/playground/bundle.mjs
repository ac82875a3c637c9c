/**
 * Bundles the checker, the engine's `explain` and the tools of files and of the shell for a browser. Node's modules become shims, and a
 * module that has none fails when it is called.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { firstPartyTexts } from '../../configs/first-party.js';

const here = import.meta.dirname;
const root = join(here, '../..');
const SHIMS = ['child_process', 'fs', 'crypto', 'url', 'os', 'util', 'module', 'process', 'vm'];
/** Packages for pictures, documents, old encodings and terminals: no rule depends on them. */
const ABSENT = [
  'sharp',
  'unpdf',
  'iconv-lite',
  'chardet',
  '@lydell/node-pty',
  'jiti',
  'cosmiconfig',
  '@anthropic-ai/sandbox-runtime',
  '@vscode/ripgrep',
  'tree-sitter',
];

/** Bundles the worker of the playground into `outfile`. Resolves to the metafile of esbuild. */
export async function bundlePlayground(outfile) {
  const { metafile } = await build({
    entryPoints: [join(here, 'worker.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    metafile: true,
    logLevel: 'error',
    legalComments: 'linked',
    tsconfig: join(root, 'tsconfig.json'),
    inject: [join(here, 'shims/process.js')],
    define: { 'import.meta.url': '"file:///loadout/bundle.js"', 'import.meta.dirname': '"/loadout"', ...firstPartyTexts() },
    plugins: [nodeModules(), installedPackages(), namedImports()],
  });
  return metafile;
}

function nodeModules() {
  const names = new RegExp(`^(?:node:)?(${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);
  return {
    name: 'node-modules',
    setup(builder) {
      builder.onResolve({ filter: names }, ({ path }) => {
        const name = path.replace('node:', '');
        if (name === 'buffer') return { path: join(here, '../node_modules/buffer/index.js') };
        if (name === 'path' || name === 'path/posix') return { path: join(here, '../node_modules/path-browserify/index.js') };
        if (name === 'fs/promises') return { path: join(here, 'shims/fs-promises.js') };
        if (SHIMS.includes(name)) return { path: name, namespace: 'shim' };
        return { path: name, namespace: 'absent' };
      });
      builder.onResolve({ filter: new RegExp(`^(?:${ABSENT.join('|')})(?:/|$)`) }, ({ path }) => ({ path, namespace: 'absent' }));
      builder.onResolve({ filter: /^(?:memfs|buffer|@noble\/hashes\/.*)$/ }, ({ path }) => ({
        path: createRequire(join(here, '../package.json')).resolve(path),
      }));
      builder.onLoad({ filter: /.*/, namespace: 'shim' }, async ({ path }) => ({
        contents: await completed(path),
        resolveDir: here,
      }));
      builder.onLoad({ filter: /.*/, namespace: 'absent' }, async ({ path }) => ({ contents: await absent(path), loader: 'js' }));
    },
  };
}

/** A shim, and each name of Node's module that it lacks, as a function that fails when it is called. */
async function completed(path) {
  const file = `./shims/${path}.js`;
  const { metafile } = await build({
    entryPoints: [join(here, file)],
    bundle: false,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const [{ exports: has }] = Object.values(metafile.outputs);
  const lacks = namesOf(await import(`node:${path}`)).filter((name) => !has.includes(name));
  return [
    FAILS,
    ...lacks.map((name) => failing(path, name)),
    `export * from '${file}';`,
    `export { default } from '${file}';`,
  ].join('\n');
}

const FAILS = `const absent = (name) => function () { throw new Error(name + ' is not part of the playground'); };`;
const failing = (path, name) => `export const ${name} = absent(${JSON.stringify(`${path}.${name}`)});`;
const namesOf = (module) => Object.keys(module).filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name));

/** A module with the names of Node's, each a function that fails when it is called. */
async function absent(path) {
  // Any name may be asked of a package.
  if (!builtinModules.includes(path)) return `${FAILS}\nmodule.exports = absent(${JSON.stringify(path)});`;
  const names = namesOf(await import(`node:${path}`));
  return [
    FAILS,
    ...names.map((name) => failing(path, name)),
    `export default Object.assign(absent(${JSON.stringify(path)}), { ${names.join(', ')} });`,
  ].join('\n');
}

/** The module `loadout:packages`: files of the disk in memory. */
function installedPackages() {
  return {
    name: 'installed-packages',
    setup(builder) {
      builder.onResolve({ filter: /^loadout:packages$/ }, ({ path }) => ({ path, namespace: 'packages' }));
      builder.onLoad({ filter: /.*/, namespace: 'packages' }, () => ({
        contents: `export const own = ${JSON.stringify(ownFiles())};\nexport const packages = ${JSON.stringify(packageFiles())};`,
      }));
    },
  };
}

/** The presets, which the checker finds beside itself. */
function ownFiles() {
  const presets = join(root, 'configs/agents');
  const files = readdirSync(presets).map((name) => [`/loadout/presets/${name}`, readFileSync(join(presets, name), 'utf8')]);
  return { '/loadout/package.json': '{ "version": "0.0.0" }', ...Object.fromEntries(files) };
}

/** The package.json of each package, and its listing, from which the engine knows its tools. */
function packageFiles() {
  const files = {};
  for (const name of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', name);
    if (!existsSync(join(folder, 'package.json'))) continue;
    const { name: full, version, loadout, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    files[`/loadout/node_modules/${full}/package.json`] = JSON.stringify({ name: full, version, loadout, exports });
    const listing = join(folder, 'dist/loadout-listing.json');
    if (existsSync(listing)) {
      files[`/loadout/node_modules/${full}/dist/loadout-listing.json`] = readFileSync(listing, 'utf8');
      files[`/loadout/node_modules/${full}/dist/index.js`] = '';
    }
  }
  return files;
}

/** An import whose name is known at run time only asks the bundle. */
function namedImports() {
  return {
    name: 'named-imports',
    setup(builder) {
      builder.onLoad({ filter: /packages\/(?:config|runner)\/src\/.*\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const contents = text.replace(/\bimport\((?:\/\*.*?\*\/ )?(?=[A-Za-z_$])/g, 'globalThis.importBundled(');
        return { contents, loader: 'ts' };
      });
    },
  };
}
