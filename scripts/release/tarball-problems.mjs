import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Files that every tarball has. */
const ALWAYS = ['README.md', 'LICENSE', 'package.json'];

/** Files that only building and testing need. */
const NOT_SHIPPED = /(^|\/)(src|testing|node_modules)\/|\.(test|test-kit|fixture)\.|\.tsbuildinfo$|(^|\/)\.env|\.tgz$/;

/** Returns the problems of a packed package: files that are missing, stale or nobody's, and fields that its npm page needs. */
export const tarballProblems = (one, { root }) =>
  [...fileProblems(one), ...fieldProblems(one, root), ...staleProblems(one)].map((problem) => `${one.json.name}: ${problem}`);

function fileProblems({ dir, files, json }) {
  const entries = [...targetsOf(json.exports), ...targetsOf(json.bin), ...targetsOf(json.loadout?.plugin)];
  const wanted = [...ALWAYS, ...(existsSync(join(dir, 'THIRD-PARTY.md')) ? ['THIRD-PARTY.md'] : []), ...entries.map(plain)];
  return [
    ...wanted
      .filter((file) => !files.includes(file))
      .map((file) => `the tarball has no ${file}. Add it to "files", or build the package.`),
    ...files.filter((file) => NOT_SHIPPED.test(file)).map((file) => `the tarball has ${file}, which only tests or builds need.`),
  ];
}

/** Holds the fields to those of the root, which are the one place where the address of the project stands. */
export function fieldProblems({ name, json }, root) {
  const expected = {
    license: root.license,
    engines: root.engines,
    repository: { ...root.repository, directory: `packages/${name}` },
    homepage: `${root.homepage}/tree/main/packages/${name}#readme`,
    bugs: root.bugs,
    publishConfig: { access: 'public' },
  };
  const wrong = Object.entries(expected).filter(([key, value]) => JSON.stringify(json[key]) !== JSON.stringify(value));
  const { keywords = [], scripts = {} } = json;
  const isPlugin = json.loadout?.plugin !== undefined;
  const hooks = ['preinstall', 'install', 'postinstall', 'prepare'].filter((script) => scripts[script] !== undefined);
  return [
    ...wrong.map(
      ([key, value]) => `"${key}" of package.json is ${JSON.stringify(json[key])}; expected ${JSON.stringify(value)}.`,
    ),
    ...(json.description === undefined ? ['package.json has no "description".'] : []),
    ...(json.sideEffects === undefined
      ? ['package.json has no "sideEffects": write false, or the files that act when they load.']
      : []),
    ...(keywords.includes('loadout') && keywords.length > 2
      ? []
      : ['"keywords" of package.json lacks "loadout" and two others.']),
    ...(keywords.includes('loadout-plugin') === isPlugin
      ? []
      : [`the keyword "loadout-plugin" is for plugins: ${isPlugin ? 'add it' : 'remove it'}.`]),
    ...hooks.map((script) => `the script "${script}" would run where the package is installed.`),
  ];
}

/** A file of the same package, also where the code is minified. */
const IMPORTED = /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

/** Built files that no entry reaches, and types without a source: they come from an earlier build. */
function staleProblems({ dir, files, json }) {
  const code = files.filter((file) => /^(dist|bin)\/.*\.js$/.test(file));
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file) || !code.includes(file)) return;
    reached.add(file);
    for (const [, specifier] of readFileSync(join(dir, file), 'utf8').matchAll(IMPORTED))
      visit(posix.join(dirname(file), specifier));
  };
  for (const entry of [...targetsOf(json.exports), ...targetsOf(json.bin), ...targetsOf(json.loadout?.plugin)])
    visit(plain(entry));
  const sourceless = files.filter((file) => /^dist\/.*\.d\.ts$/.test(file) && !hasSource(dir, file));
  return [
    ...code
      .filter((file) => !reached.has(file))
      .map((file) => `${file} is left from an earlier build: no entry reaches it. Remove dist and build again.`),
    ...sourceless.map((file) => `${file} is left from an earlier build: it has no source. Remove dist and build again.`),
  ];
}

const hasSource = (dir, file) => existsSync(join(dir, file.replace(/^dist\//, 'src/').replace(/\.d\.ts$/, '.ts')));

const targetsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((one) => targetsOf(one)));

const plain = (path) => path.replace(/^\.\//, '');
