import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadScript } from '../scripts/load-script.js';

interface Packed {
  readonly tarball: string;
  readonly integrity: string;
  readonly files: readonly string[];
}

interface Package extends Packed {
  readonly name: string;
  readonly dir: string;
  readonly json: { readonly name: string; readonly version: string; readonly [field: string]: unknown };
}

const NOT_PACKED: Packed = { tarball: '', integrity: '', files: [] };

interface Registry {
  readonly url: string;
  readonly published: readonly string[];
  close(): Promise<void>;
}

const { channelOf, publishAll } = await loadScript<{
  channelOf(version: string): string;
  publishAll(packages: readonly Package[], options: object): Promise<string[]>;
}>('release/publish-all.mjs');
const { publishOrder } = await loadScript<{ publishOrder(packages: readonly { json: object }[]): { json: { name: string } }[] }>(
  'release/publish-order.mjs',
);
const { tarballProblems } = await loadScript<{ tarballProblems(one: Package, options: object): string[] }>(
  'release/tarball-problems.mjs',
);
const { changesetProblems, pendingChangesets } = await loadScript<{
  changesetProblems(packages: readonly object[], options: { readonly root: string }): string[];
  pendingChangesets(root: string): string[];
}>('release/changeset-problems.mjs');
const { refusals } = await loadScript<{ refusals(given: object): string[] }>('release/refusals.mjs');
const { pack } = await loadScript<{ pack(packages: readonly object[], options: object): Map<string, Packed> }>('lib/pack.mjs');
const { startTarballRegistry } = await loadScript<{ startTarballRegistry(options: object): Promise<Registry> }>(
  'lib/tarball-registry.mjs',
);

const ROOT = {
  license: 'MIT',
  engines: { node: '>=20.19' },
  repository: { type: 'git', url: 'git+https://example.com/loadout.git' },
  homepage: 'https://example.com/loadout',
  bugs: 'https://example.com/loadout/issues',
};

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = { first: 'packages/first', second: 'packages/second' };
const NAMES = Object.keys(FOLDERS);
const named = (name: string) => `@loadout/${name}`;

/** A workspace of two packages, of which the second needs the first. */
function workspace() {
  const root = mkdtempSync(join(tmpdir(), 'loadout-release-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('package.json', JSON.stringify({ name: 'w', private: true, workspaces: Object.values(FOLDERS) }));
  const found = Object.entries(FOLDERS).map(([name, folder], index) => {
    const json = {
      name: named(name),
      version: '0.1.0',
      description: 'One of two.',
      keywords: ['loadout', 'ai', 'agents'],
      ...{ license: ROOT.license, type: 'module', sideEffects: false, engines: ROOT.engines, bugs: ROOT.bugs },
      repository: { ...ROOT.repository, directory: folder },
      homepage: `${ROOT.homepage}/tree/main/${folder}#readme`,
      exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist'],
      ...(index === 0 ? {} : { dependencies: { [named(NAMES[index - 1] ?? '')]: '^0.1.0' } }),
      publishConfig: { access: 'public' },
    };
    write(`${folder}/package.json`, JSON.stringify(json));
    write(`${folder}/README.md`, `# ${name}\n`);
    write(`${folder}/LICENSE`, 'MIT\n');
    write(`${folder}/src/index.ts`, "export * from './part.js';\n");
    write(`${folder}/dist/index.js`, 'import("./part.js");\n');
    write(`${folder}/dist/part.js`, 'export {};\n');
    write(`${folder}/dist/index.d.ts`, 'export {};\n');
    return { name, dir: join(root, folder), json };
  });
  const packages = (): Package[] => {
    const folder = mkdtempSync(join(root, 'tarballs-'));
    const packed = pack(found, { root, folder });
    return found.map((one) => ({ ...one, ...(packed.get(one.json.name) ?? NOT_PACKED) }));
  };
  const [first] = found;
  if (first === undefined) throw new Error('The workspace has no package.');
  return { root, first, packages, write };
}

describe('a publication', () => {
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
  });

  /** Publishes to a registry on loopback. */
  async function publishing(refuse: (name: string) => boolean = () => false) {
    const { root, packages, write } = workspace();
    const registry = await startTarballRegistry({
      tarballs: [],
      names: NAMES.map(named),
      upstream: 'http://127.0.0.1:1',
      refuse,
    });
    onTestFinished(() => registry.close());
    const npmrc = join(root, 'user-npmrc');
    writeFileSync(npmrc, `//${new URL(registry.url).host}/:_authToken=of-a-test\n`);
    const env = {
      ...{ PATH: process.env.PATH, HOME: root, npm_config_userconfig: npmrc, npm_config_registry: registry.url },
      npm_config_fetch_retries: '0',
    };
    const print = (line: string) => void lines.push(line);
    const packed = packages();
    const publish = (more: object = {}) => publishAll(packed, { dryRun: false, cwd: root, env, print, ...more });
    const packAgain = () => void packed.splice(0, packed.length, ...packages());
    return { registry, publish, packAgain, write };
  }

  const ALL = NAMES.map((name) => `${named(name)}@0.1.0`);

  it('publishes nothing in a dry run, then one by one in its order, and leaves out what is there', async () => {
    const { registry, publish } = await publishing();
    await publish({ dryRun: true });
    expect([registry.published, lines]).toEqual([[], ALL.map((name) => `would publish ${name}`)]);
    expect(await publish()).toEqual(ALL);
    expect(registry.published).toEqual(ALL);
    expect(await publish()).toEqual([]);
    expect(lines.slice(4)).toEqual(ALL.map((name) => `is there already ${name}`));
  });

  it('tries a failed package once more, ends with one that fails again, and goes on there when it is run again', async () => {
    const failing = [named('first'), named('second'), named('second')];
    const { registry, publish } = await publishing((name) => name === failing[0] && failing.shift() !== undefined);
    await expect(publish()).rejects.toThrow('1 of 2 packages are published, and @loadout/second@0.1.0 cannot be.');
    expect(lines[0]).toContain('@loadout/first@0.1.0 failed, one more try');
    expect(registry.published).toEqual(ALL.slice(0, 1));
    expect(await publish()).toEqual(ALL.slice(1));
  });

  it('refuses a version that the registry has with other contents, of which a dry run only tells', async () => {
    const { publish, packAgain, write } = await publishing();
    await publish();
    write('packages/first/dist/part.js', 'export const other = 1;\n');
    packAgain();
    await expect(publish()).rejects.toThrow('@loadout/first@0.1.0 is on the registry with other contents than here.');
    await publish({ dryRun: true });
    expect(lines.slice(2)).toEqual(['would need a new version: @loadout/first@0.1.0', 'is there already @loadout/second@0.1.0']);
  });
});

describe('a tarball', () => {
  const LISTED = ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/part.js', 'dist/index.d.ts'];

  /** The problems of the first package with another file, or with other fields, without packing it. */
  function problemsWith({ file, edit = {} }: { readonly file?: string; readonly edit?: object }): string[] {
    const { first, write } = workspace();
    if (file !== undefined) write(`packages/first/${file}`, 'export {};\n');
    const files = file === undefined ? LISTED : [...LISTED, file];
    return tarballProblems({ ...first, ...NOT_PACKED, files, json: { ...first.json, ...edit } }, { root: ROOT });
  }

  it('is good with its page, its licence and nothing that no entry reaches', () => {
    const packed = workspace().packages();
    expect(packed.map(({ files }) => [...files].sort())).toEqual(NAMES.map(() => [...LISTED].sort()));
    expect(packed.flatMap((one) => tarballProblems(one, { root: ROOT }))).toEqual([]);
  });

  it.each([
    ['a file that only tests need', 'dist/a.test-kit.d.ts', 'dist/a.test-kit.d.ts, which only tests or builds need'],
    ['code of an earlier build', 'dist/chunk-OLD.js', 'dist/chunk-OLD.js is left from an earlier build: no entry reaches it'],
    ['types without a source', 'dist/old.d.ts', 'dist/old.d.ts is left from an earlier build: it has no source'],
  ])('is refused with %s', (_, file, problem) => {
    expect(problemsWith({ file }).join('\n')).toContain(problem);
  });

  it.each([
    ['homepage', 'https://elsewhere.example'],
    ['repository', { type: 'git', url: 'git+https://example.com/fork.git' }],
    ['bugs', undefined],
    ['publishConfig', { access: 'public', provenance: true }],
  ])('is refused with another %s than the root has', (field, value) => {
    expect(problemsWith({ edit: { [field]: value } })).toEqual([expect.stringContaining(`"${field}" of package.json is`)]);
  });

  it('is refused with a script that runs at its install, and with the keyword of plugins where it is none', () => {
    const keywords = ['loadout', 'ai', 'agents', 'loadout-plugin'];
    expect(problemsWith({ edit: { keywords, scripts: { postinstall: 'node x' } } })).toEqual([
      '@loadout/first: the keyword "loadout-plugin" is for plugins: remove it.',
      '@loadout/first: the script "postinstall" would run where the package is installed.',
    ]);
  });
});

describe('the order of publication', () => {
  const of = (name: string, json: object = {}) => ({ json: { name, ...json } });

  it('has each package behind those that it needs, and the command behind all others', () => {
    const order = publishOrder([
      of('@loadout/cli', { dependencies: { '@loadout/config': '1' } }),
      of('@loadout/tool-a', { peerDependencies: { '@loadout/core': '1' } }),
      of('@loadout/config', { dependencies: { '@loadout/core': '1' } }),
      of('@loadout/core'),
    ]);
    expect(order.map(({ json }) => json.name)).toEqual(['@loadout/core', '@loadout/tool-a', '@loadout/config', '@loadout/cli']);
  });

  it('refuses packages that need each other', () => {
    const needs = (name: string) => ({ dependencies: { [name]: '1' } });
    expect(() => publishOrder([of('a', needs('b')), of('b', needs('a'))])).toThrow('a -> b -> a');
  });
});

describe('a release', () => {
  const tools = { node: '24.1.0', npm: '11.19.1' };
  const good = { env: {}, lines: [['0.1.1', '0.1.1'], ['0.1.7']], npmrc: '', pending: [], isClean: true, tools };
  const trusted = { CI: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example' };

  it('begins on a clean commit with one version, by hand or in CI without a token', () => {
    expect([refusals(good), refusals({ ...good, env: trusted })]).toEqual([[], []]);
  });

  it.each([
    [{ env: { ...trusted, NPM_TOKEN: 'npm_of-a-test' } }, 'NPM_TOKEN would silently win over trusted publishing'],
    [{ env: trusted, npmrc: '//registry.example/:_authToken = (protected)' }, 'An .npmrc holds a token'],
    [{ env: { CI: 'true' } }, 'The job has no "id-token: write"'],
    [{ env: trusted, tools: { node: '20.19.0', npm: '11.19.1' } }, 'Trusted publishing needs Node 22.14'],
    [{ env: trusted, tools: { node: '24.1.0', npm: '10.9.0' } }, 'Trusted publishing needs npm 11.5.1'],
    [{ lines: [['0.1.1', '0.1.0'], ['0.1.7']] }, 'several versions: 0.1.1, 0.1.0'],
    [{ pending: ['a.md'] }, '1 changesets are not in a version yet'],
    [{ isClean: false }, 'changes that no commit has'],
  ])('is refused: %j', (change, reason) => {
    const reasons = refusals({ ...good, ...change });
    expect(reasons).toEqual([expect.stringContaining(reason)]);
    expect(reasons.join('\n')).not.toContain('npm_of-a-test');
  });
});

it('npm installs our packages from the registry of tarballs, and is sent elsewhere for any other', async () => {
  const { root, packages } = workspace();
  const registry = await startTarballRegistry({
    tarballs: packages().map(({ tarball }) => tarball),
    upstream: 'http://127.0.0.1:1/up',
  });
  onTestFinished(() => registry.close());
  const answer = await fetch(`${registry.url}zod`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/up/zod']);
  const install = await startInstall(join(root, 'app'), registry.url);
  expect(install).toEqual(NAMES);
});

/** Installs the last package with npm, and returns the folders of our packages. */
async function startInstall(folder: string, url: string): Promise<string[]> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const { npm } = await loadScript<{ npm(args: readonly string[], options: object): Promise<string> }>('release/run-npm.mjs');
  const env = { PATH: process.env.PATH, HOME: folder, npm_config_registry: url };
  await npm(['install', named('second'), '--no-audit', '--no-fund'], { cwd: folder, env });
  return execFileSync('ls', ['node_modules/@loadout'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
}

/** The versions after `changeset version` with the configuration of this repository and one changeset. */
function raisedBy(changed: string) {
  const { root, versions, change } = changesets(changed);
  change('version');
  expect(pendingChangesets(root)).toEqual([]);
  return versions();
}

function changesets(changed: string) {
  const root = mkdtempSync(join(tmpdir(), 'loadout-lines-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const needs: Record<string, object> = {
    '@loadout/core': {},
    '@loadout/sdk': { '@loadout/core': '^0.1.0' },
    'create-loadout': {},
  };
  const file = (name: string) => `parts/${name.replace('@loadout/', '')}/package.json`;
  write('package.json', JSON.stringify({ name: 'w', private: true, workspaces: ['parts/*'] }));
  write('package-lock.json', '{}');
  for (const [name, dependencies] of Object.entries(needs))
    write(file(name), JSON.stringify({ name, version: '0.1.0', dependencies }));
  write('.changeset/config.json', readFileSync(join(REPOSITORY, '.changeset/config.json'), 'utf8'));
  write('.changeset/a.md', `---\n'${changed}': patch\n---\n\nA change.\n`);
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  const change = (...words: readonly string[]) =>
    execFileSync(process.execPath, [join(REPOSITORY, 'node_modules/@changesets/cli/bin.js'), ...words], { cwd: root });
  const versionIn = (name: string) => (JSON.parse(readFileSync(join(root, file(name)), 'utf8')) as { version: string }).version;
  const versions = () => Object.fromEntries(Object.keys(needs).map((name) => [name, versionIn(name)]));
  return { root, change, versions };
}

describe('the changesets', () => {
  const problemsOf = (fixed: readonly string[][], head: string, version = '0.1.0') => {
    const { root, write } = workspace();
    write('.changeset/config.json', JSON.stringify({ fixed }));
    write('.changeset/a.md', `---\n${head}\n---\n\nA change: minor\n`);
    const packages = ['@loadout/core', 'create-loadout'].map((name) => ({ json: { name, version } }));
    return changesetProblems(packages, { root });
  };
  const ALL = [['@loadout/*', 'create-loadout']];

  it('raise all packages to one version, by a patch before 1.0', () => {
    expect(problemsOf(ALL, "'@loadout/core': patch")).toEqual([]);
    expect(problemsOf(ALL, "'@loadout/core': minor", '1.0.0')).toEqual([]);
    expect(problemsOf(ALL, "'@loadout/core': minor")).toEqual([
      '.changeset/a.md: before 1.0 every release is a patch. Write "patch".',
    ]);
  });

  it('name published packages alone: a mixed changeset ends the command that makes a version', () => {
    expect(problemsOf(ALL, '\'@loadout/core\': patch\n"@loadout/node": patch')).toEqual([
      '.changeset/a.md: @loadout/node is not published. Name the packages that have its code.',
    ]);
  });

  it('leave no package out', () => {
    expect(problemsOf([['@loadout/*']], "'@loadout/core': patch")).toEqual([
      '.changeset/config.json: "fixed" leaves out create-loadout; each package belongs to one group.',
    ]);
  });

  it('may give a package a version line of its own, and only one', () => {
    expect(problemsOf([['@loadout/*', '!@loadout/core', 'create-loadout'], ['@loadout/core']], "'@loadout/core': patch")).toEqual(
      [],
    );
    expect(problemsOf([...ALL, ['@loadout/core']], "'@loadout/core': patch")).toEqual([
      '.changeset/config.json: "fixed" has @loadout/core in several groups; a package has one version.',
    ]);
  });

  it.each([
    ['@loadout/sdk', { '@loadout/core': '0.1.0', '@loadout/sdk': '0.1.1', 'create-loadout': '0.1.0' }],
    ['@loadout/core', { '@loadout/core': '0.1.1', '@loadout/sdk': '0.1.0', 'create-loadout': '0.1.1' }],
  ])('of this repository raise the line of %s alone', (changed, versions) => {
    expect(raisedBy(changed)).toEqual(versions);
  });

  it('of the channel next are in a version, and stay for the one that all get', () => {
    const { root, change, versions } = changesets('@loadout/core');
    expect(pendingChangesets(root)).toEqual(['a.md']);
    change('pre', 'enter', 'next');
    change('version');
    expect([Object.values(versions()), pendingChangesets(root)]).toEqual([['0.1.1-next.0', '0.1.1-next.0', '0.1.1-next.0'], []]);
    change('pre', 'exit');
    expect(pendingChangesets(root)).toEqual(['a.md']);
    change('version');
    expect([Object.values(versions()), pendingChangesets(root)]).toEqual([['0.1.1', '0.1.1', '0.1.1'], []]);
  });

  it('lead to the channel that the version names', () => {
    expect([channelOf('0.1.1'), channelOf('0.1.1-next.0')]).toEqual(['latest', 'next']);
  });
});
