/** Checks each package as npm would publish it, with publint and "are the types wrong". */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './lib/pack.mjs';
import { importsOf } from './lib/syntax.mjs';
import { conclude, isMain, packagesOf, ROOT, readJson } from './lib/workspace.mjs';
import { changesetProblems } from './release/changeset-problems.mjs';
import { tarballProblems } from './release/tarball-problems.mjs';

/** Packages are ESM only, so findings about these resolutions do not count. */
const NOT_PROMISED = ['node10', 'node16-cjs'];

/** Where the digests of the tarballs stand that had no problem when they were last packed. */
const PASSED = '.turbo/packages.json';

/** The problems of packages: `{ name, dir, json }` each. All are packed at once. `more` returns other problems of a packed package. */
export async function packageProblems(packages, { root, more = () => [] }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-pack-'));
  try {
    const packed = pack(packages, { root, folder });
    const problems = await tarballsProblems(packages, { packed, record: join(root, PASSED) });
    return [...problems, ...packages.flatMap((one) => more({ ...one, ...packed.get(one.json.name) }))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Asks both programs about each tarball, but for those that passed before: their answers depend on its bytes alone. */
async function tarballsProblems(packages, { packed, record }) {
  const before = existsSync(record) ? readJson(record) : [];
  const passed = [];
  const problems = [];
  for (const one of packages) {
    const tarball = readFileSync(packed.get(one.json.name).tarball);
    const digest = digestOf(tarball);
    const found = before.includes(digest) ? [] : await problemsOf(one, tarball);
    if (found.length === 0) passed.push(digest);
    problems.push(...found);
  }
  mkdirSync(dirname(record), { recursive: true });
  writeFileSync(record, JSON.stringify(passed));
  return problems;
}

function digestOf(tarball) {
  const checks = ['publint', '@arethetypeswrong/core'].map((name) => join(ROOT, 'node_modules', name, 'package.json'));
  const hash = createHash('sha256').update(process.version);
  for (const file of [...checks, fileURLToPath(import.meta.url)]) hash.update(readFileSync(file)).update('\0');
  return hash.update(tarball).digest('hex');
}

/** Finds the gaps of a package's npm page (U12). The licence texts are held by `sync-notices`. */
export function pageProblems({ name, dir, json }) {
  const readme = existsSync(join(dir, 'README.md')) ? readFileSync(join(dir, 'README.md'), 'utf8') : '';
  const missing = ['homepage', 'bugs', 'repository', 'license', 'description'].filter((key) => json[key] === undefined);
  return [
    ...missing.map((key) => `packages/${name}/package.json: has no "${key}", which the npm page shows`),
    ...(readme.includes(`npm install ${json.name}`)
      ? []
      : [`packages/${name}/README.md: has no line "npm install ${json.name}"`]),
    ...['THIRD-PARTY.md', 'sbom.cdx.json']
      .filter((file) => existsSync(join(dir, file)) && !json.files.includes(file))
      .map((file) => `packages/${name}/package.json: "files" leaves out ${file}`),
  ];
}

async function problemsOf(one, tarball) {
  const bytes = new Uint8Array(tarball);
  const [{ publint }, { formatMessage }] = await Promise.all([import('publint'), import('publint/utils')]);
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const types = hasTypes(one.json) ? await typeProblems(bytes) : [];
  return [...messages.map((message) => `publint: ${formatMessage(message, pkg)}`), ...types].map(
    (problem) => `packages/${one.name}: ${problem}`,
  );
}

const hasTypes = (json) => JSON.stringify(json.exports ?? {}).includes('"types"');

async function typeProblems(bytes) {
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
  const { problems, types } = await checkPackage(createPackageFromTarballData(bytes));
  if (types === false) return ['types: it declares types, but ships none'];
  return problems
    .filter((problem) => !NOT_PROMISED.includes(problem.resolutionKind))
    .map(
      ({ kind, entrypoint, resolutionKind, fileName, moduleSpecifier }) =>
        `types: ${kind} ${[entrypoint, resolutionKind, fileName, moduleSpecifier].filter(Boolean).join(' ')}`,
    );
}

/**
 * The imports of private packages in the packed files. Private packages are bundled and never installed, so no file of code may
 * import one, and no file of types that an entry reaches.
 */
export function privateImports(packages, privates) {
  return packages.flatMap((one) => {
    const code = existsSync(join(one.dir, 'dist'))
      ? readdirSync(join(one.dir, 'dist'), { recursive: true })
          .filter((name) => name.endsWith('.js'))
          .map((name) => join(one.dir, 'dist', name))
      : [];
    const naming = [...code, ...reachableTypes(one)].filter((file) => names(readFileSync(file, 'utf8'), privates));
    return naming.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'))
        .filter(({ specifier }) => privates.includes(specifier))
        .map(
          ({ specifier }) =>
            `packages/${one.name}: ${relative(one.dir, file)} imports ${specifier}, which nobody can install. Bundle its code, and keep its types out of the public ones.`,
        ),
    );
  });
}

const names = (source, specifiers) => specifiers.some((specifier) => source.includes(specifier));

function reachableTypes({ dir, json }) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file) || !existsSync(file)) return;
    found.add(file);
    for (const { specifier } of importsOf(readFileSync(file, 'utf8')))
      if (specifier.startsWith('.')) visit(join(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
  };
  for (const { types } of Object.values(json.exports ?? {})) if (types !== undefined) visit(join(dir, types));
  return found;
}

if (isMain(import.meta.url)) {
  const all = packagesOf(ROOT);
  const published = all.filter(({ json }) => json.private !== true);
  const privates = all.filter(({ json }) => json.private === true).map(({ json }) => json.name);
  const rootJson = readJson(join(ROOT, 'package.json'));
  const problems = [
    ...privateImports(published, privates),
    ...published.flatMap(pageProblems),
    ...changesetProblems(published, { root: ROOT }),
    ...(await packageProblems(published, {
      root: ROOT,
      more: (one) => tarballProblems(one, { root: rootJson }),
    })),
  ];
  conclude(problems, {
    good: `${published.length} packages can be published.`,
    repair: 'publint: https://publint.dev/rules; types: https://arethetypeswrong.github.io',
  });
}
